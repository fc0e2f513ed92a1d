module lease-guard.dev/loadgen

go 1.26.0
