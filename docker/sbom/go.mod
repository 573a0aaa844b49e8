module linclass/docker/sbom

go 1.26.0

require (
	github.com/CycloneDX/cyclonedx-go v0.9.3
	github.com/package-url/packageurl-go v0.1.3
)
