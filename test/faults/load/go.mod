module lease-guard.dev/load

go 1.24
