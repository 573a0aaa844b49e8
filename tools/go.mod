module linclass/tools

go 1.26.0

tool honnef.co/go/tools/cmd/staticcheck

require golang.org/x/mod v0.37.0

require (
	github.com/BurntSushi/toml v1.6.0 // indirect
	golang.org/x/exp/typeparams v0.0.0-20260611194520-c48552f49976 // indirect
	golang.org/x/sync v0.21.0 // indirect
	golang.org/x/tools v0.47.1-0.20260707181000-a299dadba899 // indirect
	honnef.co/go/tools v0.8.0-rc.1 // indirect
)
