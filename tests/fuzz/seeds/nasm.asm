default rel
[bits 64]
%define N 100h
M equ 7
section .data
tab: times 100 dq 1.5
section .text
global sum:function, other
align 32
other: ret
sum:
.loop:
    vaddsd xmm0, xmm0, [rdi+rax*8+M] ; latency bound
    inc dword [rax]
    mov rbx, tab
    mov rcx, [rel tab]
    cmp rax, N
    jb short .loop
    db 0x64, 0x67, 0x90
    ret
