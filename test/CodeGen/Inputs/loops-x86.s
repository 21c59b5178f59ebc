bad:                                    # @bad
# %bb.0:
	callq	other
.LBB0_1:                                # =>This Inner Loop Header: Depth=1
	vmovss	(%rdi,%rax), %xmm1
	vminss	%xmm0, %xmm1, %xmm0
	jne	.LBB0_1
good:                                   # @good
# %bb.0:
	vmovups	(%rdi), %ymm0
.LBB1_1:                                # =>This Loop Header: Depth=1
                                        #     Child Loop BB1_2 Depth 2
	vmulps	%ymm0, %ymm0, %ymm0
.LBB1_2:                                #   Parent Loop BB1_1 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	vminps	(%rdi,%rax), %ymm0, %ymm0
	vminps	32(%rdi,%rax), %ymm1, %ymm1     # a comment
	vmovaps	%ymm0, %ymm2
	jb	.LBB1_2
# %bb.3:                                #   in Loop: Header=BB1_1 Depth=1
	vmulps	%ymm0, %ymm0, %ymm0
	jne	.LBB1_1
	vzeroupper
	retq
bad.contiguous:                         # @bad.contiguous
# %bb.0:
.LBB2_1:                                # =>This Inner Loop Header: Depth=1
	vmovdqu	(%rdi,%rax), %ymm1
	jne	.LBB2_3
# %bb.2:                                #   in Loop: Header=BB2_1 Depth=1
	vgatherdps	%ymm1, (%rdi,%ymm2), %ymm3
	callq	other
.LBB2_3:                                #   in Loop: Header=BB2_1 Depth=1
	vmovups	%ymm1, 32(%rsp)                 # 32-byte Spill
	vpextrb	$1, %xmm1, (%rsi)
	jb	.LBB2_1
