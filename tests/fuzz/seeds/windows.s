	.def	@feat.00;
	.scl	3;
	.type	0;
	.endef
	.globl	@feat.00
@feat.00 = 0
	.text
	.def	f;	.scl	3;	.type	32;	.endef
	.seh_proc	f
f:
	pushq	%rbx
	.seh_pushreg	%rbx
	.seh_stackalloc	32
	.seh_endprologue
.L3:
	addsd	__real@3ff0000000000000(%rip), %xmm0
	addq	$1, %rax
	cmpq	%rax, %rdx
	jne	.L3
	ret
	.seh_handler	g, @unwind
	.seh_handlerdata
	.seh_endproc
	.section .rdata,"dr"
	.weak	g
	.lcomm	h,32,16
	.linkonce discard
	.secrel32 f
	.rva f
