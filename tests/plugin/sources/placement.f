C     Where the directive may stand in fixed form. As in placement.f90.
      SUBROUTINE FIXED(A, B, N)
      INTEGER N, I, J
      DOUBLE PRECISION A(N), B(N, N)
      CHARACTER*80 TEXT
C EXPECT found +3
C OSACA$ this is a comment
COSACA$ analyze
      DO 10 I = 1, N
        A(I) = A(I)*2
   10 CONTINUE
C EXPECT found +2
*OSACA$ ANALYZE
      DO20I=1,N
   20 A(I) = A(I)/3
C EXPECT found +2
!osaca$ analyze
      DO 40 J = 1, N
C EXPECT found +3
c$omp simd
cosaca$ analyze
        DO 40 I = 1,
     &            N
          B(I, J) = B(I, J)*5
   40 CONTINUE
C EXPECT found +2
      !OSACA$ analyze
      DO WHILE (A(1) .LT. A(2))
        A(1) = A(1)*1.5D0
        A(2) = A(2) + A(3)
      END DO
C EXPECT not_a_loop +1
!OSACA$ analyze
      DO50I=1.5
C EXPECT found +3
C     More than 72 columns are comment:                                 do
!OSACA$ analyze
      A = A                                                             +zzz
     +    + B(:, 1)
C     Inside of a statement it is none.
C EXPECT not_a_loop +2
      TEXT = '
!OSACA$ analyze
     &!OSACA$ analyze'
      PRINT *, TEXT, DO50I
      END
