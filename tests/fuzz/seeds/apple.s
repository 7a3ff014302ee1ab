	.section	__TEXT,__text,regular,pure_instructions
	.build_version macos, 14, 0
	.globl	_sum                            ## -- Begin function sum
	.p2align	4, 0x90
_sum:                                   ## @sum
	.cfi_startproc
	movq	_tab@GOTPCREL(%rip), %rcx
LBB0_1:                                 ## =>This Inner Loop Header: Depth=1
	addq	(%rcx,%rax,8), %rdx
	incq	%rax
	cmpq	%rsi, %rax
	jne	LBB0_1
	retq
	.cfi_endproc
	.section	__DATA,__data
_tab:
	.quad 1
	.zerofill __DATA,__bss,_zz,16,4
	.data_region jt32
	.end_data_region
	.cstring
L_.str:	.asciz "x"
.subsections_via_symbols
