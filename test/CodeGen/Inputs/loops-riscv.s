good:                                   # @good
	vsetvli	zero, a1, e32, m8, ta, ma
.LBB0_1:                                # =>This Inner Loop Header: Depth=1
	vle32.v	v8, (a0)
	vfmin.vv	v16, v16, v8
	bne	a0, a1, .LBB0_1
bad:                                    # @bad
.LBB1_1:                                # =>This Inner Loop Header: Depth=1
	vsetivli	zero, 16, e8, m1, ta, ma
	vle8.v	v8, (a0)
	vmin.vv	v16, v16, v8
	vluxei8.v	v9, (a0), v8
	vs1r.v	v16, (a2)                       # vscale x 8-byte Folded Spill
	vmv.x.s	a3, v16
	call	other
	bne	a0, a1, .LBB1_1
