// Functions that the checked call of a compiled library uses. This text is
// embedded in the compiler, which links it into each module with a C interface
// (GenerateCInterface.cpp). ${NAME} is replaced by the value of that status in
// Statuses.def.
//
// DLTensor of DLPack: data, device type and id, ndim, dtype code, bits and
// lanes, shape, strides, byte_offset.
!tensor = !llvm.struct<(ptr, i32, i32, i32, i8, i8, i16, ptr, ptr, i64)>

func.func private @reduce.load_extent(%extents: !llvm.ptr, %dim: i64) -> i64 {
  %address = llvm.getelementptr %extents[%dim] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %extent = llvm.load %address : !llvm.ptr -> i64
  return %extent : i64
}

// Returns the extent of dimension `dim` of `tensor`.
func.func private @reduce.extent(%tensor: !llvm.ptr, %dim: i64) -> i64 {
  %address = llvm.getelementptr inbounds %tensor[0, 7] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %extents = llvm.load %address : !llvm.ptr -> !llvm.ptr
  %extent = func.call @reduce.load_extent(%extents, %dim) : (!llvm.ptr, i64) -> i64
  return %extent : i64
}

func.func private @reduce.set_extent(%tensor: !llvm.ptr, %dim: i64, %extent: i64) {
  %extents_address = llvm.getelementptr inbounds %tensor[0, 7] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %extents = llvm.load %extents_address : !llvm.ptr -> !llvm.ptr
  %address = llvm.getelementptr %extents[%dim] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %extent, %address : i64, !llvm.ptr
  return
}

// Returns the address of the first element.
func.func private @reduce.data(%tensor: !llvm.ptr) -> !llvm.ptr {
  %data = llvm.load %tensor : !llvm.ptr -> !llvm.ptr
  %offset_address = llvm.getelementptr inbounds %tensor[0, 9] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %offset = llvm.load %offset_address : !llvm.ptr -> i64
  %first = llvm.getelementptr %data[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  return %first : !llvm.ptr
}

// Returns OK if `tensor` is in CPU memory and has the element type (`code`,
// `bits`) and the `rank` extents at `expected`. An expected extent of -1
// accepts any nonnegative extent. Does not access the data.
func.func private @reduce.check_type(%tensor: !llvm.ptr, %code: i8, %bits: i8, %rank: i32,
                                     %expected: !llvm.ptr) -> i32 {
  %null = llvm.mlir.zero : !llvm.ptr
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %any = arith.constant -1 : i64
  %ok = arith.constant ${OK} : i32
  %null_tensor = arith.constant ${NULL_TENSOR} : i32
  %wrong_device = arith.constant ${DEVICE} : i32
  %wrong_dtype = arith.constant ${DTYPE} : i32
  %wrong_rank = arith.constant ${RANK} : i32
  %wrong_shape = arith.constant ${SHAPE} : i32

  %is_null = llvm.icmp "eq" %tensor, %null : !llvm.ptr
  cf.cond_br %is_null, ^return(%null_tensor : i32), ^device

^device:
  %cpu = arith.constant 1 : i32
  %device_address = llvm.getelementptr inbounds %tensor[0, 1] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %device = llvm.load %device_address : !llvm.ptr -> i32
  %is_cpu = arith.cmpi eq, %device, %cpu : i32
  cf.cond_br %is_cpu, ^dtype, ^return(%wrong_device : i32)

^dtype:
  %one_lane = arith.constant 1 : i16
  %code_address = llvm.getelementptr inbounds %tensor[0, 4] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %bits_address = llvm.getelementptr inbounds %tensor[0, 5] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %lanes_address = llvm.getelementptr inbounds %tensor[0, 6] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %actual_code = llvm.load %code_address : !llvm.ptr -> i8
  %actual_bits = llvm.load %bits_address : !llvm.ptr -> i8
  %lanes = llvm.load %lanes_address : !llvm.ptr -> i16
  %same_code = arith.cmpi eq, %actual_code, %code : i8
  %same_bits = arith.cmpi eq, %actual_bits, %bits : i8
  %is_scalar = arith.cmpi eq, %lanes, %one_lane : i16
  %same_code_and_bits = arith.andi %same_code, %same_bits : i1
  %same_dtype = arith.andi %same_code_and_bits, %is_scalar : i1
  cf.cond_br %same_dtype, ^rank, ^return(%wrong_dtype : i32)

^rank:
  %rank_address = llvm.getelementptr inbounds %tensor[0, 3] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %actual_rank = llvm.load %rank_address : !llvm.ptr -> i32
  %same_rank = arith.cmpi eq, %actual_rank, %rank : i32
  cf.cond_br %same_rank, ^shape, ^return(%wrong_rank : i32)

^shape:
  %true = arith.constant true
  %last = arith.extsi %rank : i32 to i64
  %shape_address = llvm.getelementptr inbounds %tensor[0, 7] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %shape = llvm.load %shape_address : !llvm.ptr -> !llvm.ptr
  %has_no_shape = llvm.icmp "eq" %shape, %null : !llvm.ptr
  %has_dims = arith.cmpi ne, %last, %c0 : i64
  %lacks_shape = arith.andi %has_no_shape, %has_dims : i1
  cf.cond_br %lacks_shape, ^return(%wrong_shape : i32), ^extents

^extents:
  %same_shape = scf.for %i = %c0 to %last step %c1 iter_args(%same_so_far = %true) -> (i1) : i64 {
    %actual_extent = func.call @reduce.load_extent(%shape, %i) : (!llvm.ptr, i64) -> i64
    %expected_extent = func.call @reduce.load_extent(%expected, %i) : (!llvm.ptr, i64) -> i64
    %same_extent = arith.cmpi eq, %actual_extent, %expected_extent : i64
    %is_size = arith.cmpi sge, %actual_extent, %c0 : i64
    %is_any = arith.cmpi eq, %expected_extent, %any : i64
    %fits = arith.select %is_any, %is_size, %same_extent : i1
    %next_same = arith.andi %same_so_far, %fits : i1
    scf.yield %next_same : i1
  }
  %shape_status = arith.select %same_shape, %ok, %wrong_shape : i32
  cf.br ^return(%shape_status : i32)

^return(%status: i32):
  return %status : i32
}

// Returns the product of two unsigned numbers, saturated at the largest i64.
func.func private @reduce.multiply_sizes(%a: i64, %b: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %largest = arith.constant 0x7fffffffffffffff : i64
  %low, %high = arith.mului_extended %a, %b : i64
  %has_no_high = arith.cmpi eq, %high, %c0 : i64
  %has_no_sign = arith.cmpi sge, %low, %c0 : i64
  %fits = arith.andi %has_no_high, %has_no_sign : i1
  %product = arith.select %fits, %low, %largest : i64
  return %product : i64
}

// Returns the sum of two numbers up to the largest i64, saturated at that.
func.func private @reduce.add_sizes(%a: i64, %b: i64) -> i64 {
  %largest = arith.constant 0x7fffffffffffffff : i64
  %exact = arith.addi %a, %b : i64
  %sum = arith.minui %exact, %largest : i64
  return %sum : i64
}

// Returns the distance to the buffer after one of this size, in bytes: both
// start with a cache line of 64 bytes, and empty buffers have an address, too.
func.func private @reduce.round_size(%bytes: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  %line_less_1 = arith.constant 63 : i64
  %mask = arith.constant -64 : i64
  %largest = arith.constant 0x7fffffffffffffff : i64
  %at_least_1 = arith.maxui %bytes, %c1 : i64
  %last = arith.addi %at_least_1, %line_less_1 : i64
  %exact = arith.andi %last, %mask : i64
  %rounded = arith.minui %exact, %largest : i64
  return %rounded : i64
}

// Returns OK if offsets into a contiguous tensor of this type and shape fit
// i64. Extents of 0 are ignored, because loops still run over the other
// dimensions.
func.func private @reduce.check_size(%tensor: !llvm.ptr, %rank: i32, %bits: i8) -> i32 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %ok = arith.constant ${OK} : i32
  %wrong_shape = arith.constant ${SHAPE} : i32
  %largest = arith.constant 0x7fffffffffffffff : i64
  %bits_per_byte = arith.constant 3 : i64
  %wide_bits = arith.extui %bits : i8 to i64
  %bytes = arith.shrui %wide_bits, %bits_per_byte : i64
  %last = arith.extsi %rank : i32 to i64
  %size = scf.for %i = %c0 to %last step %c1 iter_args(%size_so_far = %bytes) -> (i64) : i64 {
    %extent = func.call @reduce.extent(%tensor, %i) : (!llvm.ptr, i64) -> i64
    %factor = arith.maxsi %extent, %c1 : i64
    %next = func.call @reduce.multiply_sizes(%size_so_far, %factor) : (i64, i64) -> i64
    scf.yield %next : i64
  }
  %fits = arith.cmpi slt, %size, %largest : i64
  %status = arith.select %fits, %ok, %wrong_shape : i32
  return %status : i32
}

// Returns OK if a tensor, whose type has been checked, is empty or has aligned
// data. If `is_output`, its elements must not overlap either.
func.func private @reduce.check_data(%tensor: !llvm.ptr, %rank: i32, %bits: i8, %is_output: i1) -> i32 {
  %null = llvm.mlir.zero : !llvm.ptr
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %false = arith.constant false
  %ok = arith.constant ${OK} : i32
  %null_data = arith.constant ${NULL_DATA} : i32
  %misaligned = arith.constant ${ALIGNMENT} : i32
  %overlapping = arith.constant ${OVERLAP} : i32
  %last = arith.extsi %rank : i32 to i64
  %is_empty = scf.for %i = %c0 to %last step %c1 iter_args(%so_far = %false) -> (i1) : i64 {
    %extent = func.call @reduce.extent(%tensor, %i) : (!llvm.ptr, i64) -> i64
    %is_zero = arith.cmpi eq, %extent, %c0 : i64
    %next = arith.ori %so_far, %is_zero : i1
    scf.yield %next : i1
  }
  cf.cond_br %is_empty, ^return(%ok : i32), ^not_null

^not_null:
  %data = llvm.load %tensor : !llvm.ptr -> !llvm.ptr
  %has_no_data = llvm.icmp "eq" %data, %null : !llvm.ptr
  cf.cond_br %has_no_data, ^return(%null_data : i32), ^alignment

^alignment:
  %bits_per_byte = arith.constant 3 : i64
  %first = func.call @reduce.data(%tensor) : (!llvm.ptr) -> !llvm.ptr
  %address = llvm.ptrtoint %first : !llvm.ptr to i64
  %wide_bits = arith.extui %bits : i8 to i64
  %bytes = arith.shrui %wide_bits, %bits_per_byte : i64
  %mask = arith.subi %bytes, %c1 : i64
  %low_bits = arith.andi %address, %mask : i64
  %is_aligned = arith.cmpi eq, %low_bits, %c0 : i64
  cf.cond_br %is_aligned, ^overlap, ^return(%misaligned : i32)

^overlap:
  cf.cond_br %is_output, ^strides, ^return(%ok : i32)

^strides:
  %may_overlap = func.call @reduce.may_overlap(%tensor, %rank) : (!llvm.ptr, i32) -> i1
  cf.cond_br %may_overlap, ^return(%overlapping : i32), ^return(%ok : i32)

^return(%status: i32):
  return %status : i32
}

// Returns OK if `tensor` has room for a shape of `rank` extents.
func.func private @reduce.check_capacity(%tensor: !llvm.ptr, %rank: i32) -> i32 {
  %null = llvm.mlir.zero : !llvm.ptr
  %c0 = arith.constant 0 : i32
  %ok = arith.constant ${OK} : i32
  %null_tensor = arith.constant ${NULL_TENSOR} : i32
  %too_small = arith.constant ${CAPACITY} : i32
  %is_null = llvm.icmp "eq" %tensor, %null : !llvm.ptr
  %status = scf.if %is_null -> i32 {
    scf.yield %null_tensor : i32
  } else {
    %capacity_address = llvm.getelementptr inbounds %tensor[0, 3] : (!llvm.ptr) -> !llvm.ptr, !tensor
    %capacity = llvm.load %capacity_address : !llvm.ptr -> i32
    %shape_address = llvm.getelementptr inbounds %tensor[0, 7] : (!llvm.ptr) -> !llvm.ptr, !tensor
    %shape = llvm.load %shape_address : !llvm.ptr -> !llvm.ptr
    %has_no_shape = llvm.icmp "eq" %shape, %null : !llvm.ptr
    %has_dims = arith.cmpi ne, %rank, %c0 : i32
    %lacks_shape = arith.andi %has_no_shape, %has_dims : i1
    %lacks_room = arith.cmpi slt, %capacity, %rank : i32
    %is_too_small = arith.ori %lacks_shape, %lacks_room : i1
    %checked = arith.select %is_too_small, %too_small, %ok : i32
    scf.yield %checked : i32
  }
  return %status : i32
}

// Sets the rank and extents of `tensor`, whose capacity has been checked.
func.func private @reduce.set_shape(%tensor: !llvm.ptr, %rank: i32, %extents: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %rank_address = llvm.getelementptr inbounds %tensor[0, 3] : (!llvm.ptr) -> !llvm.ptr, !tensor
  llvm.store %rank, %rank_address : i32, !llvm.ptr
  %shape_address = llvm.getelementptr inbounds %tensor[0, 7] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %shape = llvm.load %shape_address : !llvm.ptr -> !llvm.ptr
  %last = arith.extsi %rank : i32 to i64
  scf.for %i = %c0 to %last step %c1 : i64 {
    %extent = func.call @reduce.load_extent(%extents, %i) : (!llvm.ptr, i64) -> i64
    %address = llvm.getelementptr %shape[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    llvm.store %extent, %address : i64, !llvm.ptr
  }
  return
}

llvm.func @malloc(i64) -> !llvm.ptr attributes {sym_visibility = "private"}
llvm.func @free(!llvm.ptr) attributes {sym_visibility = "private"}

// Returns `bytes` bytes of memory that belong to `arena`, aligned to a cache
// line of 64 bytes, or null if there is not enough memory. `arena` points to
// the address of the last block. Each block begins with the address of the
// previous one.
func.func private @reduce.allocate(%arena: !llvm.ptr, %bytes: i64) -> !llvm.ptr {
  %null = llvm.mlir.zero : !llvm.ptr
  // Room for the address and the alignment.
  %overhead = arith.constant 71 : i64
  %mask = arith.constant -64 : i64
  %largest = arith.constant 0x7fffffffffffff00 : i64
  %is_too_large = arith.cmpi ugt, %bytes, %largest : i64
  cf.cond_br %is_too_large, ^return(%null : !llvm.ptr), ^allocate

^allocate:
  %size = arith.addi %bytes, %overhead : i64
  %block = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  %has_failed = llvm.icmp "eq" %block, %null : !llvm.ptr
  cf.cond_br %has_failed, ^return(%null : !llvm.ptr), ^link

^link:
  %previous = llvm.load %arena : !llvm.ptr -> !llvm.ptr
  llvm.store %previous, %block : !llvm.ptr, !llvm.ptr
  llvm.store %block, %arena : !llvm.ptr, !llvm.ptr
  %address = llvm.ptrtoint %block : !llvm.ptr to i64
  %last = arith.addi %address, %overhead : i64
  %aligned = arith.andi %last, %mask : i64
  %offset = arith.subi %aligned, %address : i64
  %memory = llvm.getelementptr %block[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  cf.br ^return(%memory : !llvm.ptr)

^return(%result: !llvm.ptr):
  return %result : !llvm.ptr
}

// Frees all memory of `arena`.
func.func private @reduce.free_all(%arena: !llvm.ptr) {
  %null = llvm.mlir.zero : !llvm.ptr
  %last = llvm.load %arena : !llvm.ptr -> !llvm.ptr
  cf.br ^next(%last : !llvm.ptr)

^next(%block: !llvm.ptr):
  %is_last = llvm.icmp "eq" %block, %null : !llvm.ptr
  cf.cond_br %is_last, ^return, ^free

^free:
  %previous = llvm.load %block : !llvm.ptr -> !llvm.ptr
  llvm.call @free(%block) : (!llvm.ptr) -> ()
  cf.br ^next(%previous : !llvm.ptr)

^return:
  return
}

// Returns the stride of dimension `dim`, in elements, or `contiguous` if the
// tensor has no strides.
func.func private @reduce.stride(%tensor: !llvm.ptr, %dim: i64, %contiguous: i64) -> i64 {
  %null = llvm.mlir.zero : !llvm.ptr
  %address = llvm.getelementptr inbounds %tensor[0, 8] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %strides = llvm.load %address : !llvm.ptr -> !llvm.ptr
  %is_null = llvm.icmp "eq" %strides, %null : !llvm.ptr
  %stride = scf.if %is_null -> i64 {
    scf.yield %contiguous : i64
  } else {
    %loaded = func.call @reduce.load_extent(%strides, %dim) : (!llvm.ptr, i64) -> i64
    scf.yield %loaded : i64
  }
  return %stride : i64
}

// Whether a tensor of `rank` dimensions is stored in row-major order without
// gaps. Ignores the strides of dimensions of size 1 and of empty tensors.
func.func private @reduce.is_contiguous(%tensor: !llvm.ptr, %rank: i32) -> i1 {
  %null = llvm.mlir.zero : !llvm.ptr
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %true = arith.constant true
  %strides_address = llvm.getelementptr inbounds %tensor[0, 8] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %strides = llvm.load %strides_address : !llvm.ptr -> !llvm.ptr
  %is_null = llvm.icmp "eq" %strides, %null : !llvm.ptr
  %result = scf.if %is_null -> i1 {
    scf.yield %true : i1
  } else {
    %shape_address = llvm.getelementptr inbounds %tensor[0, 7] : (!llvm.ptr) -> !llvm.ptr, !tensor
    %shape = llvm.load %shape_address : !llvm.ptr -> !llvm.ptr
    %last = arith.extsi %rank : i32 to i64
    %size, %matches = scf.for %i = %c0 to %last step %c1
        iter_args(%expected = %c1, %so_far = %true) -> (i64, i1) : i64 {
      %from_end = arith.subi %last, %i : i64
      %dim = arith.subi %from_end, %c1 : i64
      %extent = func.call @reduce.load_extent(%shape, %dim) : (!llvm.ptr, i64) -> i64
      %stride = func.call @reduce.load_extent(%strides, %dim) : (!llvm.ptr, i64) -> i64
      %is_unit = arith.cmpi eq, %extent, %c1 : i64
      %is_expected = arith.cmpi eq, %stride, %expected : i64
      %fits = arith.ori %is_unit, %is_expected : i1
      %all_fit = arith.andi %so_far, %fits : i1
      %next = arith.muli %expected, %extent : i64
      scf.yield %next, %all_fit : i64, i1
    }
    %is_empty = arith.cmpi eq, %size, %c0 : i64
    %contiguous = arith.ori %is_empty, %matches : i1
    scf.yield %contiguous : i1
  }
  return %result : i1
}

// Whether the last of `rank` dimensions, if there is one, is contiguous in
// memory.
func.func private @reduce.has_contiguous_rows(%tensor: !llvm.ptr, %rank: i32) -> i1 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %true = arith.constant true
  %last = arith.extsi %rank : i32 to i64
  %has_dims = arith.cmpi sgt, %last, %c0 : i64
  %result = scf.if %has_dims -> i1 {
    %dim = arith.subi %last, %c1 : i64
    %extent = func.call @reduce.extent(%tensor, %dim) : (!llvm.ptr, i64) -> i64
    %stride = func.call @reduce.stride(%tensor, %dim, %c1) : (!llvm.ptr, i64, i64) -> i64
    %is_short = arith.cmpi sle, %extent, %c1 : i64
    %is_expected = arith.cmpi eq, %stride, %c1 : i64
    %fits = arith.ori %is_short, %is_expected : i1
    scf.yield %fits : i1
  } else {
    scf.yield %true : i1
  }
  return %result : i1
}

// Whether the elements of a tensor with strides may share memory. They do not
// if each dimension's stride exceeds the span of all dimensions with smaller
// strides, and no two strides are equal. (Some interleaved layouts break this
// rule without overlapping. They are rejected as well: recognizing them takes
// exponential time.)
func.func private @reduce.may_overlap(%tensor: !llvm.ptr, %rank: i32) -> i1 {
  %null = llvm.mlir.zero : !llvm.ptr
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %false = arith.constant false
  %strides_address = llvm.getelementptr inbounds %tensor[0, 8] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %strides = llvm.load %strides_address : !llvm.ptr -> !llvm.ptr
  %is_null = llvm.icmp "eq" %strides, %null : !llvm.ptr
  %result = scf.if %is_null -> i1 {
    scf.yield %false : i1
  } else {
    %shape_address = llvm.getelementptr inbounds %tensor[0, 7] : (!llvm.ptr) -> !llvm.ptr, !tensor
    %shape = llvm.load %shape_address : !llvm.ptr -> !llvm.ptr
    %last = arith.extsi %rank : i32 to i64
    %overlaps = scf.for %i = %c0 to %last step %c1 iter_args(%so_far = %false) -> (i1) : i64 {
      %extent = func.call @reduce.load_extent(%shape, %i) : (!llvm.ptr, i64) -> i64
      %stride = func.call @reduce.load_extent(%strides, %i) : (!llvm.ptr, i64) -> i64
      %negative = arith.subi %c0, %stride : i64
      %reach = arith.maxsi %stride, %negative : i64
      %is_spread = arith.cmpi sgt, %extent, %c1 : i64
      %span, %has_equal = scf.for %j = %c0 to %last step %c1
          iter_args(%sum = %c0, %equal_so_far = %false) -> (i64, i1) : i64 {
        %other_extent = func.call @reduce.load_extent(%shape, %j) : (!llvm.ptr, i64) -> i64
        %other_stride = func.call @reduce.load_extent(%strides, %j) : (!llvm.ptr, i64) -> i64
        %other_negative = arith.subi %c0, %other_stride : i64
        %other_reach = arith.maxsi %other_stride, %other_negative : i64
        %other_is_spread = arith.cmpi sgt, %other_extent, %c1 : i64
        %is_other = arith.cmpi ne, %i, %j : i64
        %counts = arith.andi %other_is_spread, %is_other : i1
        %is_smaller = arith.cmpi slt, %other_reach, %reach : i64
        %is_equal = arith.cmpi eq, %other_reach, %reach : i64
        %steps = arith.subi %other_extent, %c1 : i64
        %length = arith.muli %steps, %other_reach : i64
        %adds = arith.andi %counts, %is_smaller : i1
        %added = arith.select %adds, %length, %c0 : i64
        %next_sum = arith.addi %sum, %added : i64
        %clashes = arith.andi %counts, %is_equal : i1
        %next_equal = arith.ori %equal_so_far, %clashes : i1
        scf.yield %next_sum, %next_equal : i64, i1
      }
      %too_near = arith.cmpi sle, %reach, %span : i64
      %is_bad = arith.ori %too_near, %has_equal : i1
      %counts_here = arith.andi %is_bad, %is_spread : i1
      %next = arith.ori %so_far, %counts_here : i1
      scf.yield %next : i1
    }
    %is_empty = scf.for %i = %c0 to %last step %c1 iter_args(%so_far = %false) -> (i1) : i64 {
      %extent = func.call @reduce.load_extent(%shape, %i) : (!llvm.ptr, i64) -> i64
      %is_zero = arith.cmpi eq, %extent, %c0 : i64
      %next = arith.ori %so_far, %is_zero : i1
      scf.yield %next : i1
    }
    %true = arith.constant true
    %has_elements = arith.xori %is_empty, %true : i1
    %may_overlap = arith.andi %overlaps, %has_elements : i1
    scf.yield %may_overlap : i1
  }
  return %result : i1
}

// Stores the addresses of the first byte of `tensor` and of the byte after its
// last in entry `index` of `ranges`. They are `low` and `high` bytes from its
// first element. Stores two zeros if the tensor is empty.
func.func private @reduce.store_range(%ranges: !llvm.ptr, %index: i64, %tensor: !llvm.ptr, %num_elements: i64,
                                      %low: i64, %high: i64) {
  %c0 = arith.constant 0 : i64
  %is_empty = arith.cmpi eq, %num_elements, %c0 : i64
  %first = func.call @reduce.data(%tensor) : (!llvm.ptr) -> !llvm.ptr
  %address = llvm.ptrtoint %first : !llvm.ptr to i64
  %lowest = arith.addi %address, %low : i64
  %highest = arith.addi %address, %high : i64
  %begin = arith.select %is_empty, %c0, %lowest : i64
  %end = arith.select %is_empty, %c0, %highest : i64
  %begin_address = llvm.getelementptr %ranges[%index, 0] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x i64>
  %end_address = llvm.getelementptr %ranges[%index, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x i64>
  llvm.store %begin, %begin_address : i64, !llvm.ptr
  llvm.store %end, %end_address : i64, !llvm.ptr
  return
}

// Returns OK if none of the `ranges` from `first_output` to `last` overlaps an
// earlier one.
func.func private @reduce.check_aliasing(%ranges: !llvm.ptr, %first_output: i64, %last: i64) -> i32 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %false = arith.constant false
  %ok = arith.constant ${OK} : i32
  %aliasing = arith.constant ${ALIASING} : i32
  %aliases = scf.for %i = %first_output to %last step %c1 iter_args(%so_far = %false) -> (i1) : i64 {
    %begin, %end = func.call @reduce.range(%ranges, %i) : (!llvm.ptr, i64) -> (i64, i64)
    %meets = scf.for %j = %c0 to %i step %c1 iter_args(%met = %so_far) -> (i1) : i64 {
      %other_begin, %other_end = func.call @reduce.range(%ranges, %j) : (!llvm.ptr, i64) -> (i64, i64)
      %begins_before = arith.cmpi ult, %begin, %other_end : i64
      %ends_behind = arith.cmpi ult, %other_begin, %end : i64
      %intersects = arith.andi %begins_before, %ends_behind : i1
      %next = arith.ori %met, %intersects : i1
      scf.yield %next : i1
    }
    scf.yield %meets : i1
  }
  %status = arith.select %aliases, %aliasing, %ok : i32
  return %status : i32
}

func.func private @reduce.range(%ranges: !llvm.ptr, %index: i64) -> (i64, i64) {
  %begin_address = llvm.getelementptr %ranges[%index, 0] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x i64>
  %end_address = llvm.getelementptr %ranges[%index, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x i64>
  %begin = llvm.load %begin_address : !llvm.ptr -> i64
  %end = llvm.load %end_address : !llvm.ptr -> i64
  return %begin, %end : i64, i64
}

// The checked call of a function of many tensors checks them in loops. `tensors`
// is the array of their addresses. `types` has for each tensor from `begin` on:
// the code and the bits of its element type, its rank, whether an extent is not
// declared, and its declared extents.

func.func private @reduce.tensor(%tensors: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %address = llvm.getelementptr %tensors[%i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  %tensor = llvm.load %address : !llvm.ptr -> !llvm.ptr
  return %tensor : !llvm.ptr
}

// Returns the rank of `tensor`.
func.func private @reduce.rank(%tensor: !llvm.ptr) -> i32 {
  %address = llvm.getelementptr inbounds %tensor[0, 3] : (!llvm.ptr) -> !llvm.ptr, !tensor
  %rank = llvm.load %address : !llvm.ptr -> i32
  return %rank : i32
}

// Returns the rank in `type`, the address of its declared extents, and that of
// the next type.
func.func private @reduce.declared_shape(%type: !llvm.ptr) -> (i32, !llvm.ptr, !llvm.ptr) {
  %c2 = arith.constant 2 : i64
  %wide_rank = func.call @reduce.load_extent(%type, %c2) : (!llvm.ptr, i64) -> i64
  %extents = llvm.getelementptr %type[4] : (!llvm.ptr) -> !llvm.ptr, i64
  %next = llvm.getelementptr %extents[%wide_rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %rank = arith.trunci %wide_rank : i64 to i32
  return %rank, %extents, %next : i32, !llvm.ptr, !llvm.ptr
}

// Returns the status of the first tensor from `begin` to `end` that fails
// @reduce.check_type, @reduce.check_size, if an extent is not declared, or
// @reduce.check_data as an input, if `checks_data`; OK if there is none.
func.func private @reduce.check_types(%tensors: !llvm.ptr, %begin: i64, %end: i64, %types: !llvm.ptr,
                                      %checks_data: i1) -> i32 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c3 = arith.constant 3 : i64
  %false = arith.constant false
  %ok = arith.constant ${OK} : i32
  cf.br ^next(%begin, %types : i64, !llvm.ptr)

^next(%i: i64, %type: !llvm.ptr):
  %is_left = arith.cmpi slt, %i, %end : i64
  cf.cond_br %is_left, ^type, ^return(%ok : i32)

^type:
  %tensor = func.call @reduce.tensor(%tensors, %i) : (!llvm.ptr, i64) -> !llvm.ptr
  %wide_code = func.call @reduce.load_extent(%type, %c0) : (!llvm.ptr, i64) -> i64
  %wide_bits = func.call @reduce.load_extent(%type, %c1) : (!llvm.ptr, i64) -> i64
  %code = arith.trunci %wide_code : i64 to i8
  %bits = arith.trunci %wide_bits : i64 to i8
  %rank, %extents, %next_type = func.call @reduce.declared_shape(%type)
      : (!llvm.ptr) -> (i32, !llvm.ptr, !llvm.ptr)
  %type_status = func.call @reduce.check_type(%tensor, %code, %bits, %rank, %extents)
      : (!llvm.ptr, i8, i8, i32, !llvm.ptr) -> i32
  %has_type = arith.cmpi eq, %type_status, %ok : i32
  cf.cond_br %has_type, ^may_check_size, ^return(%type_status : i32)

^may_check_size:
  %is_dynamic = func.call @reduce.load_extent(%type, %c3) : (!llvm.ptr, i64) -> i64
  %checks_size = arith.cmpi ne, %is_dynamic, %c0 : i64
  cf.cond_br %checks_size, ^size, ^may_check_data

^size:
  %size_status = func.call @reduce.check_size(%tensor, %rank, %bits) : (!llvm.ptr, i32, i8) -> i32
  %has_size = arith.cmpi eq, %size_status, %ok : i32
  cf.cond_br %has_size, ^may_check_data, ^return(%size_status : i32)

^may_check_data:
  %next_i = arith.addi %i, %c1 : i64
  cf.cond_br %checks_data, ^data, ^next(%next_i, %next_type : i64, !llvm.ptr)

^data:
  %data_status = func.call @reduce.check_data(%tensor, %rank, %bits, %false) : (!llvm.ptr, i32, i8, i1) -> i32
  %has_data = arith.cmpi eq, %data_status, %ok : i32
  cf.cond_br %has_data, ^next(%next_i, %next_type : i64, !llvm.ptr), ^return(%data_status : i32)

^return(%status: i32):
  return %status : i32
}

// Returns the status of the first output from `begin` to `end` that does not
// have the computed extents or fails @reduce.check_data. `computed` has the
// extents that are not declared, of all these outputs.
func.func private @reduce.check_outputs(%tensors: !llvm.ptr, %begin: i64, %end: i64, %types: !llvm.ptr,
                                        %computed: !llvm.ptr) -> i32 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %any = arith.constant -1 : i64
  %true = arith.constant true
  %ok = arith.constant ${OK} : i32
  %wrong_shape = arith.constant ${SHAPE} : i32
  cf.br ^next(%begin, %types, %computed : i64, !llvm.ptr, !llvm.ptr)

^next(%i: i64, %type: !llvm.ptr, %expected: !llvm.ptr):
  %is_left = arith.cmpi slt, %i, %end : i64
  cf.cond_br %is_left, ^extents, ^return(%ok : i32)

^extents:
  %tensor = func.call @reduce.tensor(%tensors, %i) : (!llvm.ptr, i64) -> !llvm.ptr
  %wide_bits = func.call @reduce.load_extent(%type, %c1) : (!llvm.ptr, i64) -> i64
  %bits = arith.trunci %wide_bits : i64 to i8
  %rank, %extents, %next_type = func.call @reduce.declared_shape(%type)
      : (!llvm.ptr) -> (i32, !llvm.ptr, !llvm.ptr)
  %last = arith.extsi %rank : i32 to i64
  %num_computed, %same_shape = scf.for %dim = %c0 to %last step %c1
      iter_args(%count = %c0, %same_so_far = %true) -> (i64, i1) : i64 {
    %declared = func.call @reduce.load_extent(%extents, %dim) : (!llvm.ptr, i64) -> i64
    %is_computed = arith.cmpi eq, %declared, %any : i64
    %next_count, %same = scf.if %is_computed -> (i64, i1) {
      %extent = func.call @reduce.extent(%tensor, %dim) : (!llvm.ptr, i64) -> i64
      %expected_extent = func.call @reduce.load_extent(%expected, %count) : (!llvm.ptr, i64) -> i64
      %is_expected = arith.cmpi eq, %extent, %expected_extent : i64
      %one_more = arith.addi %count, %c1 : i64
      scf.yield %one_more, %is_expected : i64, i1
    } else {
      scf.yield %count, %true : i64, i1
    }
    %next_same = arith.andi %same_so_far, %same : i1
    scf.yield %next_count, %next_same : i64, i1
  }
  cf.cond_br %same_shape, ^data, ^return(%wrong_shape : i32)

^data:
  %next_i = arith.addi %i, %c1 : i64
  %next_expected = llvm.getelementptr %expected[%num_computed] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %data_status = func.call @reduce.check_data(%tensor, %rank, %bits, %true) : (!llvm.ptr, i32, i8, i1) -> i32
  %has_data = arith.cmpi eq, %data_status, %ok : i32
  cf.cond_br %has_data, ^next(%next_i, %next_type, %next_expected : i64, !llvm.ptr, !llvm.ptr),
      ^return(%data_status : i32)

^return(%status: i32):
  return %status : i32
}

// Whether @reduce.is_contiguous holds for the tensors from `begin` to `end`.
func.func private @reduce.are_contiguous(%tensors: !llvm.ptr, %begin: i64, %end: i64) -> i1 {
  %c1 = arith.constant 1 : i64
  %true = arith.constant true
  %all = scf.for %i = %begin to %end step %c1 iter_args(%so_far = %true) -> (i1) : i64 {
    %tensor = func.call @reduce.tensor(%tensors, %i) : (!llvm.ptr, i64) -> !llvm.ptr
    %rank = func.call @reduce.rank(%tensor) : (!llvm.ptr) -> i32
    %holds = func.call @reduce.is_contiguous(%tensor, %rank) : (!llvm.ptr, i32) -> i1
    %next = arith.andi %so_far, %holds : i1
    scf.yield %next : i1
  }
  return %all : i1
}

// Whether @reduce.has_contiguous_rows holds for the tensors from `begin` to
// `end`.
func.func private @reduce.have_contiguous_rows(%tensors: !llvm.ptr, %begin: i64, %end: i64) -> i1 {
  %c1 = arith.constant 1 : i64
  %true = arith.constant true
  %all = scf.for %i = %begin to %end step %c1 iter_args(%so_far = %true) -> (i1) : i64 {
    %tensor = func.call @reduce.tensor(%tensors, %i) : (!llvm.ptr, i64) -> !llvm.ptr
    %rank = func.call @reduce.rank(%tensor) : (!llvm.ptr) -> i32
    %holds = func.call @reduce.has_contiguous_rows(%tensor, %rank) : (!llvm.ptr, i32) -> i1
    %next = arith.andi %so_far, %holds : i1
    scf.yield %next : i1
  }
  return %all : i1
}

// Stores the ranges of all `count` tensors, which have been checked, in
// `ranges`.
func.func private @reduce.store_ranges(%ranges: !llvm.ptr, %tensors: !llvm.ptr, %count: i64,
                                       %are_contiguous: i1) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %bits_per_byte = arith.constant 3 : i64
  scf.for %i = %c0 to %count step %c1 : i64 {
    %tensor = func.call @reduce.tensor(%tensors, %i) : (!llvm.ptr, i64) -> !llvm.ptr
    %rank = func.call @reduce.rank(%tensor) : (!llvm.ptr) -> i32
    %last = arith.extsi %rank : i32 to i64
    // The lowest and the last element are so many from the first.
    %num_elements, %low, %high = scf.for %j = %c0 to %last step %c1
        iter_args(%so_far = %c1, %low_so_far = %c0, %high_so_far = %c0) -> (i64, i64, i64) : i64 {
      %from_end = arith.subi %last, %j : i64
      %dim = arith.subi %from_end, %c1 : i64
      %extent = func.call @reduce.extent(%tensor, %dim) : (!llvm.ptr, i64) -> i64
      %stride = scf.if %are_contiguous -> i64 {
        scf.yield %so_far : i64
      } else {
        %actual = func.call @reduce.stride(%tensor, %dim, %so_far) : (!llvm.ptr, i64, i64) -> i64
        scf.yield %actual : i64
      }
      %steps = arith.subi %extent, %c1 : i64
      %reach = arith.muli %steps, %stride : i64
      %below = arith.minsi %reach, %c0 : i64
      %above = arith.maxsi %reach, %c0 : i64
      %next = arith.muli %so_far, %extent : i64
      %next_low = arith.addi %low_so_far, %below : i64
      %next_high = arith.addi %high_so_far, %above : i64
      scf.yield %next, %next_low, %next_high : i64, i64, i64
    }
    %bits_address = llvm.getelementptr inbounds %tensor[0, 5] : (!llvm.ptr) -> !llvm.ptr, !tensor
    %bits = llvm.load %bits_address : !llvm.ptr -> i8
    %wide_bits = arith.extui %bits : i8 to i64
    %bytes = arith.shrui %wide_bits, %bits_per_byte : i64
    %end = arith.addi %high, %c1 : i64
    %low_bytes = arith.muli %low, %bytes : i64
    %high_bytes = arith.muli %end, %bytes : i64
    func.call @reduce.store_range(%ranges, %i, %tensor, %num_elements, %low_bytes, %high_bytes)
        : (!llvm.ptr, i64, !llvm.ptr, i64, i64, i64) -> ()
  }
  return
}

// Replaces the addresses of all `count` tensors by those of their elements.
func.func private @reduce.take_elements(%tensors: !llvm.ptr, %count: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  scf.for %i = %c0 to %count step %c1 : i64 {
    %tensor = func.call @reduce.tensor(%tensors, %i) : (!llvm.ptr, i64) -> !llvm.ptr
    %first = func.call @reduce.data(%tensor) : (!llvm.ptr) -> !llvm.ptr
    %address = llvm.getelementptr %tensors[%i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
    llvm.store %first, %address : !llvm.ptr, !llvm.ptr
  }
  return
}

// Returns the status of the first tensor from `begin` to `end` that fails
// @reduce.check_capacity; OK if there is none.
func.func private @reduce.check_capacities(%tensors: !llvm.ptr, %begin: i64, %end: i64, %types: !llvm.ptr) -> i32 {
  %c1 = arith.constant 1 : i64
  %ok = arith.constant ${OK} : i32
  cf.br ^next(%begin, %types : i64, !llvm.ptr)

^next(%i: i64, %type: !llvm.ptr):
  %is_left = arith.cmpi slt, %i, %end : i64
  cf.cond_br %is_left, ^check, ^return(%ok : i32)

^check:
  %tensor = func.call @reduce.tensor(%tensors, %i) : (!llvm.ptr, i64) -> !llvm.ptr
  %rank, %extents, %next_type = func.call @reduce.declared_shape(%type)
      : (!llvm.ptr) -> (i32, !llvm.ptr, !llvm.ptr)
  %capacity_status = func.call @reduce.check_capacity(%tensor, %rank) : (!llvm.ptr, i32) -> i32
  %next_i = arith.addi %i, %c1 : i64
  %has_room = arith.cmpi eq, %capacity_status, %ok : i32
  cf.cond_br %has_room, ^next(%next_i, %next_type : i64, !llvm.ptr), ^return(%capacity_status : i32)

^return(%status: i32):
  return %status : i32
}

// Sets the shapes of the tensors from `begin` to `end` to the declared ones.
func.func private @reduce.set_shapes(%tensors: !llvm.ptr, %begin: i64, %end: i64, %types: !llvm.ptr) {
  %c1 = arith.constant 1 : i64
  scf.for %i = %begin to %end step %c1 iter_args(%type = %types) -> (!llvm.ptr) : i64 {
    %tensor = func.call @reduce.tensor(%tensors, %i) : (!llvm.ptr, i64) -> !llvm.ptr
    %rank, %extents, %next_type = func.call @reduce.declared_shape(%type)
        : (!llvm.ptr) -> (i32, !llvm.ptr, !llvm.ptr)
    func.call @reduce.set_shape(%tensor, %rank, %extents) : (!llvm.ptr, i32, !llvm.ptr) -> ()
    scf.yield %next_type : !llvm.ptr
  }
  return
}
