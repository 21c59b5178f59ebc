good:                                   // @good
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	ldp	q1, q2, [x0], #32
	fmin	v0.4s, v0.4s, v1.4s
	mov	v3.d[1], v1.d[0]
	b.lo	.LBB0_1
bad:                                    // @bad
.LBB1_1:                                // =>This Inner Loop Header: Depth=1
	ldr	q1, [x0]
	smin	v0.16b, v0.16b, v1.16b
	umov	w8, v0.b[1]
	str	q0, [sp, #16]                   // 16-byte Spill
	bl	other
	b.lo	.LBB1_1
sve:                                    // @sve
.LBB2_1:                                // =>This Inner Loop Header: Depth=1
	ldp	q1, q2, [x0], #32
	mul	z0.d, p0/m, z0.d, z1.d
	b.lo	.LBB2_1
