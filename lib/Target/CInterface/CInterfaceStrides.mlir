// Where the elements of tensors lie: the part of CInterfaceSupport.mlir that
// follows its text, and uses its names.

// Returns the stride of dimension `dim`, in elements; `contiguous` where the
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

// Whether a tensor of `rank` dimensions is stored row-major without gaps. The
// strides of dimensions of size 1, and of tensors without elements, are free.
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

// Whether elements that follow each other in the last of `rank` dimensions, if
// there are any, do so in memory.
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

// Whether the elements of a tensor with strides may share memory: a dimension's
// stride must exceed the span of all dimensions with smaller strides, and no two
// strides may be equal. (Interleaved layouts that break this rule and do not
// overlap are refused too: telling them apart takes exponential time.)
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

// Stores, as entry `index` of `ranges`, the addresses of the first byte of `tensor`
// and of the one after its last, which are `low` and `high` bytes from its first
// element; two zeros where it has no elements.
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

// Returns OK where none of the `ranges` from `first_output` to `last` has a byte
// in common with one before it.
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
