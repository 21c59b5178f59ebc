// Functions that sharded calls of a compiled library use. This text is embedded
// in the compiler, which links it into each module with such a call
// (CInterfaceSupport.cpp). ${NAME} is replaced as in CInterfaceSupport.mlir, or
// by the code of reduce_comm.h with that name.
//
// The ranks of a call agree on its status before they exchange data: otherwise, a
// rank whose tensors are wrong would return, and the others would wait for it. The
// agreement takes one small collective of all ranks, which is under way while the rank
// reduces its shards. All ranks make the same calls in the same order, also a rank that
// fails: engines do not match a collective of `begin` with one of `all_reduce`.
//
// It also compares sizes. A size must be equal on all ranks that differ along no axis
// that splits its dimension. So there is a slot for each such set of ranks.

// ReduceComm of reduce_comm.h: context, ndim, shape, index, all_reduce, begin, finish,
// all_gather.
!comm = !llvm.struct<(ptr, i32, ptr, ptr, ptr, ptr, ptr, ptr)>
// One call: the communicator, the stage of the agreement (0: not begun, 1: begun,
// 2: done, 3: `begin` failed), the status, the number of slots, the set of all axes; then
// the addresses of the slots, of the set of axes that splits each size, and of
// 1 + 2 * number words for the collective.
!session = !llvm.struct<(ptr, i32, i32, i32, i32, ptr, ptr, ptr)>

// Returns OK if `comm` has the functions and `ndim` axes of the sizes at `shape`. -1
// accepts any size. A null pointer stands for a grid of one rank.
func.func private @reduce.check_comm(%comm: !llvm.ptr, %ndim: i32, %shape: !llvm.ptr,
                                     %may_be_one: i1) -> i32 {
  %null = llvm.mlir.zero : !llvm.ptr
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %any = arith.constant -1 : i64
  %true = arith.constant true
  %ok = arith.constant ${OK} : i32
  %wrong = arith.constant ${COMMUNICATION} : i32
  %is_null = llvm.icmp "eq" %comm, %null : !llvm.ptr
  %null_status = arith.select %may_be_one, %ok, %wrong : i32
  cf.cond_br %is_null, ^return(%null_status : i32), ^rank

^rank:
  %ndim_address = llvm.getelementptr inbounds %comm[0, 1] : (!llvm.ptr) -> !llvm.ptr, !comm
  %actual_ndim = llvm.load %ndim_address : !llvm.ptr -> i32
  %same_ndim = arith.cmpi eq, %actual_ndim, %ndim : i32
  %all_reduce_address = llvm.getelementptr inbounds %comm[0, 4] : (!llvm.ptr) -> !llvm.ptr, !comm
  %all_reduce = llvm.load %all_reduce_address : !llvm.ptr -> !llvm.ptr
  %has_function = llvm.icmp "ne" %all_reduce, %null : !llvm.ptr
  %has_rank = arith.andi %same_ndim, %has_function : i1
  cf.cond_br %has_rank, ^shape, ^return(%wrong : i32)

^shape:
  %actual_address = llvm.getelementptr inbounds %comm[0, 2] : (!llvm.ptr) -> !llvm.ptr, !comm
  %actual = llvm.load %actual_address : !llvm.ptr -> !llvm.ptr
  %has_no_shape = llvm.icmp "eq" %actual, %null : !llvm.ptr
  %position_address = llvm.getelementptr inbounds %comm[0, 3] : (!llvm.ptr) -> !llvm.ptr, !comm
  %position = llvm.load %position_address : !llvm.ptr -> !llvm.ptr
  %has_no_position = llvm.icmp "eq" %position, %null : !llvm.ptr
  %has_no_place = arith.ori %has_no_shape, %has_no_position : i1
  cf.cond_br %has_no_place, ^return(%wrong : i32), ^sizes

^sizes:
  %last = arith.extsi %ndim : i32 to i64
  %fits = scf.for %i = %c0 to %last step %c1 iter_args(%so_far = %true) -> (i1) : i64 {
    %actual_size = func.call @reduce.load_extent(%actual, %i) : (!llvm.ptr, i64) -> i64
    %size = func.call @reduce.load_extent(%shape, %i) : (!llvm.ptr, i64) -> i64
    %is_same = arith.cmpi eq, %actual_size, %size : i64
    %is_any = arith.cmpi eq, %size, %any : i64
    %size_fits = arith.ori %is_same, %is_any : i1
    %mine = func.call @reduce.load_extent(%position, %i) : (!llvm.ptr, i64) -> i64
    %is_inside = arith.cmpi ult, %mine, %actual_size : i64
    %one_fits = arith.andi %size_fits, %is_inside : i1
    %next = arith.andi %so_far, %one_fits : i1
    scf.yield %next : i1
  }
  %status = arith.select %fits, %ok, %wrong : i32
  cf.br ^return(%status : i32)

^return(%result: i32):
  return %result : i32
}

// Returns the number of slots of a size that `splits` split, and the one of this rank.
func.func private @reduce.get_slot(%comm: !llvm.ptr, %splits: i32) -> (i64, i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %ndim_address = llvm.getelementptr inbounds %comm[0, 1] : (!llvm.ptr) -> !llvm.ptr, !comm
  %shape_address = llvm.getelementptr inbounds %comm[0, 2] : (!llvm.ptr) -> !llvm.ptr, !comm
  %position_address = llvm.getelementptr inbounds %comm[0, 3] : (!llvm.ptr) -> !llvm.ptr, !comm
  %ndim = llvm.load %ndim_address : !llvm.ptr -> i32
  %shape = llvm.load %shape_address : !llvm.ptr -> !llvm.ptr
  %position = llvm.load %position_address : !llvm.ptr -> !llvm.ptr
  %last = arith.extsi %ndim : i32 to i64
  %result:2 = scf.for %i = %c0 to %last step %c1
      iter_args(%count = %c1, %slot = %c0) -> (i64, i64) : i64 {
    %axis = arith.trunci %i : i64 to i32
    %bit = arith.shli %one, %axis : i32
    %common = arith.andi %splits, %bit : i32
    %is_split = arith.cmpi ne, %common, %zero : i32
    %next:2 = scf.if %is_split -> (i64, i64) {
      %size = func.call @reduce.load_extent(%shape, %i) : (!llvm.ptr, i64) -> i64
      %mine = func.call @reduce.load_extent(%position, %i) : (!llvm.ptr, i64) -> i64
      %more = func.call @reduce.multiply_sizes(%count, %size) : (i64, i64) -> i64
      %row = arith.muli %slot, %size : i64
      %place = arith.addi %row, %mine : i64
      scf.yield %more, %place : i64, i64
    } else {
      scf.yield %count, %slot : i64, i64
    }
    scf.yield %next#0, %next#1 : i64, i64
  }
  return %result#0, %result#1 : i64, i64
}

// Returns the number of slots of the first `number` sizes. A number above 160 * 2^10
// stands for any such number.
func.func private @reduce.count_slots(%comm: !llvm.ptr, %number: i64, %splits: !llvm.ptr) -> i64 {
  %null = llvm.mlir.zero : !llvm.ptr
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %too_many = arith.constant 0x28001 : i64
  %is_null = llvm.icmp "eq" %comm, %null : !llvm.ptr
  %result = scf.if %is_null -> i64 {
    scf.yield %number : i64
  } else {
    %total = scf.for %i = %c0 to %number step %c1 iter_args(%so_far = %c0) -> (i64) : i64 {
      %address = llvm.getelementptr %splits[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %axes = llvm.load %address : !llvm.ptr -> i32
      %count, %slot = func.call @reduce.get_slot(%comm, %axes) : (!llvm.ptr, i32) -> (i64, i64)
      %clamped = arith.minui %count, %too_many : i64
      %next = arith.addi %so_far, %clamped : i64
      scf.yield %next : i64
    }
    scf.yield %total : i64
  }
  return %result : i64
}

// Returns `status`, or COMMUNICATION if there are too many slots for the stack.
func.func private @reduce.check_slots(%status: i32, %count: i64) -> i32 {
  %largest = arith.constant 0x28000 : i64
  %wrong = arith.constant ${COMMUNICATION} : i32
  %fit = arith.cmpi ule, %count, %largest : i64
  %result = arith.select %fit, %status, %wrong : i32
  return %result : i32
}

// Combines data of the ranks of `comm`. Returns the result of its function.
func.func private @reduce.comm_all_reduce(%comm: !llvm.ptr, %data: !llvm.ptr, %count: i64,
                                          %type: i32, %op: i32, %axes: i32) -> i32 {
  %context = llvm.load %comm : !llvm.ptr -> !llvm.ptr
  %address = llvm.getelementptr inbounds %comm[0, 4] : (!llvm.ptr) -> !llvm.ptr, !comm
  %function = llvm.load %address : !llvm.ptr -> !llvm.ptr
  %result = llvm.call %function(%context, %data, %count, %type, %op, %axes)
      : !llvm.ptr, (!llvm.ptr, !llvm.ptr, i64, i32, i32, i32) -> i32
  return %result : i32
}

// Starts a call: nothing is known of the sizes yet.
func.func private @reduce.begin_session(%session: !llvm.ptr, %comm: !llvm.ptr, %number: i32,
                                        %axes: i32, %sizes: !llvm.ptr, %splits: !llvm.ptr,
                                        %words: !llvm.ptr) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %unknown = arith.constant 0x8000000000000000 : i64
  %stage_address = llvm.getelementptr inbounds %session[0, 1] : (!llvm.ptr) -> !llvm.ptr, !session
  %status_address = llvm.getelementptr inbounds %session[0, 2] : (!llvm.ptr) -> !llvm.ptr, !session
  %number_address = llvm.getelementptr inbounds %session[0, 3] : (!llvm.ptr) -> !llvm.ptr, !session
  %axes_address = llvm.getelementptr inbounds %session[0, 4] : (!llvm.ptr) -> !llvm.ptr, !session
  %sizes_address = llvm.getelementptr inbounds %session[0, 5] : (!llvm.ptr) -> !llvm.ptr, !session
  %splits_address = llvm.getelementptr inbounds %session[0, 6] : (!llvm.ptr) -> !llvm.ptr, !session
  %words_address = llvm.getelementptr inbounds %session[0, 7] : (!llvm.ptr) -> !llvm.ptr, !session
  llvm.store %comm, %session : !llvm.ptr, !llvm.ptr
  llvm.store %zero, %stage_address : i32, !llvm.ptr
  llvm.store %zero, %status_address : i32, !llvm.ptr
  llvm.store %number, %number_address : i32, !llvm.ptr
  llvm.store %axes, %axes_address : i32, !llvm.ptr
  llvm.store %sizes, %sizes_address : !llvm.ptr, !llvm.ptr
  llvm.store %splits, %splits_address : !llvm.ptr, !llvm.ptr
  llvm.store %words, %words_address : !llvm.ptr, !llvm.ptr
  %last = arith.extsi %number : i32 to i64
  scf.for %i = %c0 to %last step %c1 : i64 {
    %address = llvm.getelementptr %sizes[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    llvm.store %unknown, %address : i64, !llvm.ptr
  }
  return
}

// Records a size that must be equal on ranks that differ along no axis that splits it.
func.func private @reduce.store_size(%session: !llvm.ptr, %index: i64, %size: i64) {
  %null = llvm.mlir.zero : !llvm.ptr
  %comm = llvm.load %session : !llvm.ptr -> !llvm.ptr
  %has_comm = llvm.icmp "ne" %comm, %null : !llvm.ptr
  scf.if %has_comm {
    %sizes_address = llvm.getelementptr inbounds %session[0, 5] : (!llvm.ptr) -> !llvm.ptr, !session
    %splits_address = llvm.getelementptr inbounds %session[0, 6] : (!llvm.ptr) -> !llvm.ptr, !session
    %sizes = llvm.load %sizes_address : !llvm.ptr -> !llvm.ptr
    %splits = llvm.load %splits_address : !llvm.ptr -> !llvm.ptr
    %axes_address = llvm.getelementptr %splits[%index] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %axes = llvm.load %axes_address : !llvm.ptr -> i32
    %begin = func.call @reduce.count_slots(%comm, %index, %splits) : (!llvm.ptr, i64, !llvm.ptr) -> i64
    %count, %slot = func.call @reduce.get_slot(%comm, %axes) : (!llvm.ptr, i32) -> (i64, i64)
    %place = arith.addi %begin, %slot : i64
    %address = llvm.getelementptr %sizes[%place] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    llvm.store %size, %address : i64, !llvm.ptr
  }
  return
}

// Stores the words for the agreement: the status, and each slot and its negation. Their
// maxima are the greatest status, the greatest size and the negation of the least one.
// The least integer is its own negation, and stands for a size that is not known.
func.func private @reduce.fill_words(%session: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %status_address = llvm.getelementptr inbounds %session[0, 2] : (!llvm.ptr) -> !llvm.ptr, !session
  %number_address = llvm.getelementptr inbounds %session[0, 3] : (!llvm.ptr) -> !llvm.ptr, !session
  %sizes_address = llvm.getelementptr inbounds %session[0, 5] : (!llvm.ptr) -> !llvm.ptr, !session
  %words_address = llvm.getelementptr inbounds %session[0, 7] : (!llvm.ptr) -> !llvm.ptr, !session
  %status = llvm.load %status_address : !llvm.ptr -> i32
  %number = llvm.load %number_address : !llvm.ptr -> i32
  %sizes = llvm.load %sizes_address : !llvm.ptr -> !llvm.ptr
  %words = llvm.load %words_address : !llvm.ptr -> !llvm.ptr
  %wide_status = arith.extsi %status : i32 to i64
  llvm.store %wide_status, %words : i64, !llvm.ptr
  %last = arith.extsi %number : i32 to i64
  scf.for %i = %c0 to %last step %c1 : i64 {
    %word = func.call @reduce.load_extent(%sizes, %i) : (!llvm.ptr, i64) -> i64
    %negated = arith.subi %c0, %word : i64
    %twice = arith.muli %i, %c2 : i64
    %first = arith.addi %twice, %c1 : i64
    %second = arith.addi %twice, %c2 : i64
    %first_address = llvm.getelementptr %words[%first] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %second_address = llvm.getelementptr %words[%second] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    llvm.store %word, %first_address : i64, !llvm.ptr
    llvm.store %negated, %second_address : i64, !llvm.ptr
  }
  return
}

// Sets the status to the agreed one. `result` is that of the collective.
func.func private @reduce.read_words(%session: !llvm.ptr, %result: i32) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %true = arith.constant true
  %ok = arith.constant ${OK} : i32
  %no_communication = arith.constant ${COMMUNICATION} : i32
  %disagreement = arith.constant ${DISAGREEMENT} : i32
  %status_address = llvm.getelementptr inbounds %session[0, 2] : (!llvm.ptr) -> !llvm.ptr, !session
  %number_address = llvm.getelementptr inbounds %session[0, 3] : (!llvm.ptr) -> !llvm.ptr, !session
  %words_address = llvm.getelementptr inbounds %session[0, 7] : (!llvm.ptr) -> !llvm.ptr, !session
  %number = llvm.load %number_address : !llvm.ptr -> i32
  %words = llvm.load %words_address : !llvm.ptr -> !llvm.ptr
  %wide_status = llvm.load %words : !llvm.ptr -> i64
  %status = arith.trunci %wide_status : i64 to i32
  %last = arith.extsi %number : i32 to i64
  %agree = scf.for %i = %c0 to %last step %c1 iter_args(%so_far = %true) -> (i1) : i64 {
    %twice = arith.muli %i, %c2 : i64
    %first = arith.addi %twice, %c1 : i64
    %second = arith.addi %twice, %c2 : i64
    %greatest = func.call @reduce.load_extent(%words, %first) : (!llvm.ptr, i64) -> i64
    %negated = func.call @reduce.load_extent(%words, %second) : (!llvm.ptr, i64) -> i64
    %least = arith.subi %c0, %negated : i64
    %is_equal = arith.cmpi eq, %greatest, %least : i64
    %next = arith.andi %so_far, %is_equal : i1
    scf.yield %next : i1
  }
  %is_ok = arith.cmpi eq, %status, %ok : i32
  %size_status = arith.select %agree, %ok, %disagreement : i32
  %agreed = arith.select %is_ok, %size_status, %status : i32
  %is_done = arith.cmpi eq, %result, %ok : i32
  %new_status = arith.select %is_done, %agreed, %no_communication : i32
  llvm.store %new_status, %status_address : i32, !llvm.ptr
  return
}

// Begins the agreement, with the status so far.
func.func private @reduce.begin_agreement(%session: !llvm.ptr) {
  %null = llvm.mlir.zero : !llvm.ptr
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %i64_code = arith.constant ${REDUCE_COMM_I64} : i32
  %max_code = arith.constant ${REDUCE_COMM_MAX} : i32
  %comm = llvm.load %session : !llvm.ptr -> !llvm.ptr
  %has_no_comm = llvm.icmp "eq" %comm, %null : !llvm.ptr
  cf.cond_br %has_no_comm, ^return, ^function

^function:
  %begin_address = llvm.getelementptr inbounds %comm[0, 5] : (!llvm.ptr) -> !llvm.ptr, !comm
  %begin = llvm.load %begin_address : !llvm.ptr -> !llvm.ptr
  %is_null = llvm.icmp "eq" %begin, %null : !llvm.ptr
  cf.cond_br %is_null, ^return, ^begin

^begin:
  %axes_address = llvm.getelementptr inbounds %session[0, 4] : (!llvm.ptr) -> !llvm.ptr, !session
  %axes = llvm.load %axes_address : !llvm.ptr -> i32
  func.call @reduce.fill_words(%session) : (!llvm.ptr) -> ()
  %context = llvm.load %comm : !llvm.ptr -> !llvm.ptr
  %words_address = llvm.getelementptr inbounds %session[0, 7] : (!llvm.ptr) -> !llvm.ptr, !session
  %words = llvm.load %words_address : !llvm.ptr -> !llvm.ptr
  %number_address = llvm.getelementptr inbounds %session[0, 3] : (!llvm.ptr) -> !llvm.ptr, !session
  %number = llvm.load %number_address : !llvm.ptr -> i32
  %wide_number = arith.extsi %number : i32 to i64
  %twice = arith.muli %wide_number, %c2 : i64
  %count = arith.addi %twice, %c1 : i64
  %result = llvm.call %begin(%context, %words, %count, %i64_code, %max_code, %axes)
      : !llvm.ptr, (!llvm.ptr, !llvm.ptr, i64, i32, i32, i32) -> i32
  %ok = arith.constant ${OK} : i32
  %no_communication = arith.constant ${COMMUNICATION} : i32
  %stage_begun = arith.constant 1 : i32
  %stage_failed = arith.constant 3 : i32
  %has_begun = arith.cmpi eq, %result, %ok : i32
  %stage = arith.select %has_begun, %stage_begun, %stage_failed : i32
  %status = arith.select %has_begun, %ok, %no_communication : i32
  %stage_address = llvm.getelementptr inbounds %session[0, 1] : (!llvm.ptr) -> !llvm.ptr, !session
  %status_address = llvm.getelementptr inbounds %session[0, 2] : (!llvm.ptr) -> !llvm.ptr, !session
  llvm.store %stage, %stage_address : i32, !llvm.ptr
  llvm.store %status, %status_address : i32, !llvm.ptr
  cf.br ^return

^return:
  return
}

// Ends the agreement, unless it has ended. Returns the agreed status.
func.func private @reduce.agree(%session: !llvm.ptr) -> i32 {
  %null = llvm.mlir.zero : !llvm.ptr
  %zero = arith.constant 0 : i32
  %begun = arith.constant 1 : i32
  %done = arith.constant 2 : i32
  %comm = llvm.load %session : !llvm.ptr -> !llvm.ptr
  %stage_address = llvm.getelementptr inbounds %session[0, 1] : (!llvm.ptr) -> !llvm.ptr, !session
  %status_address = llvm.getelementptr inbounds %session[0, 2] : (!llvm.ptr) -> !llvm.ptr, !session
  %stage = llvm.load %stage_address : !llvm.ptr -> i32
  %has_no_comm = llvm.icmp "eq" %comm, %null : !llvm.ptr
  cf.cond_br %has_no_comm, ^return, ^stage

^stage:
  llvm.store %done, %stage_address : i32, !llvm.ptr
  %has_begun = arith.cmpi eq, %stage, %begun : i32
  %has_not_begun = arith.cmpi eq, %stage, %zero : i32
  cf.cond_br %has_begun, ^finish, ^other

^other:
  cf.cond_br %has_not_begun, ^all, ^return

^finish:
  %context = llvm.load %comm : !llvm.ptr -> !llvm.ptr
  %finish_address = llvm.getelementptr inbounds %comm[0, 6] : (!llvm.ptr) -> !llvm.ptr, !comm
  %finish = llvm.load %finish_address : !llvm.ptr -> !llvm.ptr
  %finish_result = llvm.call %finish(%context) : !llvm.ptr, (!llvm.ptr) -> i32
  func.call @reduce.read_words(%session, %finish_result) : (!llvm.ptr, i32) -> ()
  cf.br ^return

^all:
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %i64_code = arith.constant ${REDUCE_COMM_I64} : i32
  %max_code = arith.constant ${REDUCE_COMM_MAX} : i32
  %number_address = llvm.getelementptr inbounds %session[0, 3] : (!llvm.ptr) -> !llvm.ptr, !session
  %axes_address = llvm.getelementptr inbounds %session[0, 4] : (!llvm.ptr) -> !llvm.ptr, !session
  %words_address = llvm.getelementptr inbounds %session[0, 7] : (!llvm.ptr) -> !llvm.ptr, !session
  %number = llvm.load %number_address : !llvm.ptr -> i32
  %axes = llvm.load %axes_address : !llvm.ptr -> i32
  %words = llvm.load %words_address : !llvm.ptr -> !llvm.ptr
  %wide_number = arith.extsi %number : i32 to i64
  %twice = arith.muli %wide_number, %c2 : i64
  %count = arith.addi %twice, %c1 : i64
  func.call @reduce.fill_words(%session) : (!llvm.ptr) -> ()
  %result = func.call @reduce.comm_all_reduce(%comm, %words, %count, %i64_code, %max_code, %axes)
      : (!llvm.ptr, !llvm.ptr, i64, i32, i32, i32) -> i32
  func.call @reduce.read_words(%session, %result) : (!llvm.ptr, i32) -> ()
  cf.br ^return

^return:
  %final = llvm.load %status_address : !llvm.ptr -> i32
  return %final : i32
}

// Combines data of all ranks, once they agree that all is well. Returns OK or another
// number.
func.func private @reduce.session_all_reduce(%session: !llvm.ptr, %address: index, %size: index,
                                             %type: i32, %op: i32, %axes: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : i64
  %status = func.call @reduce.agree(%session) : (!llvm.ptr) -> i32
  %is_ok = arith.cmpi eq, %status, %zero : i32
  %count = arith.index_cast %size : index to i64
  %has_elements = arith.cmpi ne, %count, %c0 : i64
  %null = llvm.mlir.zero : !llvm.ptr
  %comm = llvm.load %session : !llvm.ptr -> !llvm.ptr
  %has_comm = llvm.icmp "ne" %comm, %null : !llvm.ptr
  %has_data = arith.andi %has_comm, %has_elements : i1
  %is_needed = arith.andi %is_ok, %has_data : i1
  %result = scf.if %is_needed -> i32 {
    %wide_address = arith.index_cast %address : index to i64
    %data = llvm.inttoptr %wide_address : i64 to !llvm.ptr
    %all_reduced = func.call @reduce.comm_all_reduce(%comm, %data, %count, %type, %op, %axes)
        : (!llvm.ptr, !llvm.ptr, i64, i32, i32, i32) -> i32
    scf.yield %all_reduced : i32
  } else {
    scf.yield %status : i32
  }
  return %result : i32
}

// Stores the data of all ranks at %all, once they agree that all is well. Returns OK or
// another number.
func.func private @reduce.session_all_gather(%session: !llvm.ptr, %address: index, %all: index,
                                             %size: index, %bytes: index, %type: i32,
                                             %axes: i32) -> i32 {
  %null = llvm.mlir.zero : !llvm.ptr
  %zero = arith.constant 0 : i32
  %wrong = arith.constant ${COMMUNICATION} : i32
  %status = func.call @reduce.agree(%session) : (!llvm.ptr) -> i32
  %wide_address = arith.index_cast %address : index to i64
  %wide_all = arith.index_cast %all : index to i64
  %count = arith.index_cast %size : index to i64
  %data = llvm.inttoptr %wide_address : i64 to !llvm.ptr
  %result = llvm.inttoptr %wide_all : i64 to !llvm.ptr
  %is_ok = arith.cmpi eq, %status, %zero : i32
  cf.cond_br %is_ok, ^comm, ^return(%status : i32)

^comm:
  %comm = llvm.load %session : !llvm.ptr -> !llvm.ptr
  %has_no_comm = llvm.icmp "eq" %comm, %null : !llvm.ptr
  cf.cond_br %has_no_comm, ^copy, ^function

// One rank has all.
^copy:
  %number = arith.index_cast %bytes : index to i64
  "llvm.intr.memcpy"(%result, %data, %number) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  cf.br ^return(%zero : i32)

^function:
  %function_address = llvm.getelementptr inbounds %comm[0, 7] : (!llvm.ptr) -> !llvm.ptr, !comm
  %function = llvm.load %function_address : !llvm.ptr -> !llvm.ptr
  %is_null = llvm.icmp "eq" %function, %null : !llvm.ptr
  cf.cond_br %is_null, ^return(%wrong : i32), ^gather

^gather:
  %context = llvm.load %comm : !llvm.ptr -> !llvm.ptr
  %gathered = llvm.call %function(%context, %data, %result, %count, %type, %axes)
      : !llvm.ptr, (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i32, i32) -> i32
  cf.br ^return(%gathered : i32)

^return(%final: i32):
  return %final : i32
}

// Returns the status of the whole call. `status` is that of this rank, which takes part
// in the agreement even if it never reached its kernel.
func.func private @reduce.end_session(%session: !llvm.ptr, %status: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %stage_address = llvm.getelementptr inbounds %session[0, 1] : (!llvm.ptr) -> !llvm.ptr, !session
  %status_address = llvm.getelementptr inbounds %session[0, 2] : (!llvm.ptr) -> !llvm.ptr, !session
  %stage = llvm.load %stage_address : !llvm.ptr -> i32
  %has_not_begun = arith.cmpi eq, %stage, %zero : i32
  scf.if %has_not_begun {
    llvm.store %status, %status_address : i32, !llvm.ptr
    func.call @reduce.begin_agreement(%session) : (!llvm.ptr) -> ()
  }
  %agreed = func.call @reduce.agree(%session) : (!llvm.ptr) -> i32
  %is_ok = arith.cmpi eq, %agreed, %zero : i32
  %result = arith.select %is_ok, %status, %agreed : i32
  return %result : i32
}
