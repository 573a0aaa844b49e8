// Overlays for `go build -overlay`: cmd/compile and cmd/link of the installed Go, edited so
// that they stay in memory from cell to cell. A tool does its preparations once (preload),
// its memory is kept, and each cell begins from there (finish). What is edited are a few
// places in the sources of the installed Go; where one is not found, or is not the only
// one, another version of Go is installed than the edits were written for.
import fs from 'node:fs';
import path from 'node:path';

export class PlaceError extends Error {}

// A Source is a file of Go that is being edited.
export class Source {
  constructor(name, text, version) { this.name = name; this.text = text; this.version = version; }
  find(place, from = 0) {
    const at = this.text.indexOf(place, from);
    if (at < 0) throw new PlaceError(`overlay: ${this.name} of ${this.version} does not have the place\n\n${place}\n\nThe edits in site/make/overlay.mjs are for the Go that site/toolchain.json names: install that one, or adapt them.`);
    return at;
  }
  // The text between two places, without the second.
  between(first, last) { const a = this.find(first); return this.text.slice(a, this.find(last, a)); }
  replace(place, by) {
    const at = this.find(place);
    if (this.text.indexOf(place, at + 1) >= 0) throw new PlaceError(`overlay: ${this.name} of ${this.version} has this place twice\n\n${place}`);
    this.text = this.text.slice(0, at) + by + this.text.slice(at + place.length);
    return this;
  }
  before(place, text) { return this.replace(place, text + place); }
  after(place, text) { return this.replace(place, place + text); }
  append(text) { this.text += text; return this; }
}

const others = '386|amd64|arm|arm64|loong64|mips|mipsle|mips64|mips64le|ppc64|ppc64le|riscv64|s390x';

// Of all architectures wasm alone: imports, entries of maps, cases.
export function onlyWasm(text) {
  return text
    .replace(/\t"cmd\/(compile|link)\/internal\/(amd64|arm|arm64|loong64|mips|mips64|ppc64|riscv64|s390x|x86)"\n/g, '')
    .replace(new RegExp(`\\t"(${others})": +\\w+\\.Init,\\n`, 'g'), '')
    .replace(new RegExp(`\\tcase ("(?:${others})"(?:, )?)+:\\n(?:\\t\\t.*\\n|\\n)*`, 'g'), '');
}

// Room in the heap, so that what runs after the preparations need not grow the memory. Small
// pieces are in all gaps, and what was free in them is zero then: zeros need no place in a
// state.
const ballast = `
func ballast(megabytes int) {
	runtime.GC()
	runtime.GC()
	b := make([][]byte, megabytes<<7)
	for i := range b {
		b[i] = make([]byte, 8<<10)
	}
	clear(b)
	runtime.GC()
	runtime.GC()
}
`;

// A table finds the function of an address. Its buckets have 4 KB of addresses, but a function
// of wasm has 64 KB of them, whatever its size: 320 bytes of the table. With a bucket for 16
// functions they are 20 bytes for all of these. Linker and runtime must agree.
const bucket = 16 << 16;

// Edits of the packages of cells.
export const packageEdits = {
  'runtime/symtab.go': s => s
    .replace('	b := x / abi.FuncTabBucketSize\n', `	b := x / ${bucket}\n`)
    .replace('	i := x % abi.FuncTabBucketSize / (abi.FuncTabBucketSize / nsub)\n', `	i := x % ${bucket} / (${bucket} / nsub)\n`),
};

export const toolEdits = {
  // Memory that the host has is used before more is asked for: after a cell the tool is
  // put back to its state, and the memory is as large as it has been.
  'runtime/mem_wasm.go': s => s.replace('		size := growMemory(int32(grow))\n',
    `		if have := uintptr(currentMemory()) * physPageSize; bl+n > have {
			grow = (bl + n - have) / physPageSize
		} else {
			grow = 0
		}
		size := growMemory(int32(grow))
`),

  'cmd/compile/main.go': s => {
    s.text = onlyWasm(s.text);
    s.replace('func main() {', `func main() {}

//go:wasmexport preload
func preload() { ballast(40) }

//go:wasmexport finish
func finish() {`).after('\t"os"\n', '\t"runtime"\n').append(ballast);
  },

  'cmd/compile/internal/ssa/config.go': s => {
    const at = s.find('func (c *Config) buildRecipes');
    s.text = onlyWasm(s.text.slice(0, at)) + s.text.slice(at);
  },

  // A look at the clock is a call of the host, and nobody asks how long a pass takes.
  'cmd/compile/internal/ssa/compile.go': s => s
    .replace('		tStart := time.Now()\n', '		var tStart, tEnd time.Time\n').replace('		tEnd := time.Now()\n', ''),

  'cmd/link/main.go': s => {
    s.text = onlyWasm(s.text);
    s.replace('func main() {', `func main() {}

//go:wasmexport finish
func finish() { ld.Finish() }

//go:wasmexport preload
func preload() {`).replace('\tld.Main(arch, theArch)\n', '\tld.Main(arch, theArch)\n\tballast(64)\n')
      .after('\t"os"\n', '\t"runtime"\n').append(ballast);
  },

  // Main ends when all packages but the main one are loaded, and Finish goes on there.
  'cmd/link/internal/ld/main.go': s => {
    const main = s.between('\tzerofp := goobj.FingerprintType{}\n', '\tbench.Start("loadlib")');
    s.replace(main, `	resident = ctxt
	ctxt.preloadlib()
}

var resident *Link

// Finish links the main package to what Main has loaded.
func Finish() {
	ctxt := resident
	var bench *benchmark.Metrics
	if len(*benchmarkFlag) != 0 {
		bench = benchmark.New(benchmark.NoGC, *benchmarkFileFlag)
	}
	addlibpath(ctxt, "command line", "command line", flag.Arg(0), "main", "", goobj.FingerprintType{})
`);
  },

  'cmd/link/internal/ld/lib.go': s => {
    const flags = '	var flags uint32\n	if *flagCheckLinkname {\n		flags |= loader.FlagCheckLinkname\n	}\n';
    const make = s.between('	ctxt.loader = loader.NewLoader(flags', '	// ctxt.Library grows during the loop');
    s.find(flags + '	switch *FlagStrictDups {');
    s.replace(s.between(flags, '	// ctxt.Library grows during the loop'), '').replace('	i := 0\n	for ; i < len(ctxt.Library); i++ {', '	i := npreloaded\n	for ; i < len(ctxt.Library); i++ {');
    s.append(`
// npreloaded is how many libraries preloadlib has loaded.
var npreloaded int

// preloadlib loads all packages of the import configuration but main.
func (ctxt *Link) preloadlib() {
${flags}${make}	names := make([]string, 0, len(ctxt.PackageFile))
	for name := range ctxt.PackageFile {
		if name != "main" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		loadinternal(ctxt, name)
	}
	for ; npreloaded < len(ctxt.Library); npreloaded++ {
		loadobjfile(ctxt, ctxt.Library[npreloaded])
	}
	ctxt.loader.PreloadSyms()
}
`);
  },

  // Symbols are loaded in two parts, too.
  'cmd/link/internal/loader/loader.go': s => {
    const whole = s.between('func (l *Loader) LoadSyms(', '	for _, vr := range st.linknameVarRefs {');
    const part = new Source(s.name, whole, s.version)
      .replace('func (l *Loader) LoadSyms(arch *sys.Arch) {', '// PreloadSyms loads the symbols of the objects so far.\nfunc (l *Loader) PreloadSyms() {')
      .replace('	st := loadState{', '	st := &loadState{')
      .append(`	l.st = st
	l.npreloaded = len(l.objs)
	for _, r := range l.objs[goObjStart:] {
		loadObjRefs(l, r, nil)
	}
}

`).text;
    s.replace(whole, `${part}func (l *Loader) LoadSyms(arch *sys.Arch) {
	st := l.st
	preloaded := l.npreloaded
	l.npreloaded = 0
	for _, r := range l.objs[preloaded:] {
		st.preloadSyms(r, pkgDef)
		st.preloadSyms(r, hashed64Def)
		st.preloadSyms(r, hashedDef)
		st.preloadSyms(r, nonPkgDef)
	}
`).replace('	for _, r := range l.objs[goObjStart:] {\n		loadObjRefs(l, r, arch)\n	}\n', `	for _, u := range l.undefined {
		l.loadNonpkgRef(u.r, u.i)
	}
	for _, r := range l.objs[preloaded:] {
		loadObjRefs(l, r, arch)
	}
`).before('	npkgsyms    int //', '	st          *loadState\n	npreloaded  int\n	undefined   []undefinedRef\n');

    // So are references: those to symbols that the main package may define wait for it.
    const one = s.between('		osym := r.Sym(ndef + i)\n		name := osym.Name(r.Reader)\n		v := abiToVer(osym.ABI(), r.version)\n		gi := l.LookupOrCreateSym(name, v)', '	// referenced packages').replace(/\t}\n\n$/, '');
    s.replace(one, `		if l.npreloaded > 0 {
			osym := r.Sym(ndef + i)
			if v := abiToVer(osym.ABI(), r.version); v >= sym.SymVerStatic || l.Lookup(osym.Name(r.Reader), v) == 0 {
				l.undefined = append(l.undefined, undefinedRef{r, i})
				continue
			}
		}
		l.loadNonpkgRef(r, i)
`).append(`
type undefinedRef struct {
	r *oReader
	i uint32
}

func (l *Loader) loadNonpkgRef(r *oReader, i uint32) {
	ndef := uint32(r.NAlldef())
${one}}
`)
      // What is read of an object never changes, so that names need no copies.
      .replace('	r := goobj.NewReaderFromBytes(roObject, readonly)\n', '	_ = readonly\n	r := goobj.NewReaderFromBytes(roObject, true)\n');
  },

  // No symbol table is written, so the loop over all symbols can leave out most at once.
  'cmd/link/internal/ld/symtab.go': s => s
    .before('		if (!ctxt.IsExternal() && ldr.IsFileLocal(s)', '		if !ldr.AttrReachable(s) {\n			continue\n		}\n'),

  // See edits of packages.
  'cmd/link/internal/ld/pcln.go': s => s
    .replace('	SUBBUCKETSIZE = abi.FuncTabBucketSize / SUBBUCKETS\n', `	BUCKETSIZE    = ${bucket}\n	SUBBUCKETSIZE = BUCKETSIZE / SUBBUCKETS\n`)
    .replace('(max - min + abi.FuncTabBucketSize - 1) / abi.FuncTabBucketSize)', '(max - min + BUCKETSIZE - 1) / BUCKETSIZE)'),

  // Names are not made where none are written, buffers begin large enough, zeros in data are
  // written as they are, and the memory of a program has a limit.
  'cmd/link/internal/wasm/asm.go': s => s
    .replace('		name := nameRegexp.ReplaceAllString(ldr.SymName(fn), "_")\n', '		name := ""\n		if !*ld.FlagS {\n			name = nameRegexp.ReplaceAllString(ldr.SymName(fn), "_")\n		}\n')
    .before('	for i, fn := range ctxt.Textp {\n		wfn := new(bytes.Buffer)\n', '	wfn := new(bytes.Buffer)\n	wfn.Grow(6 << 20)\n')
    .replace('		wfn := new(bytes.Buffer)\n', '		start := wfn.Len()\n')
    .replace('Code: wfn.Bytes()}', 'Code: wfn.Bytes()[start:]}')
    .replace('writeSleb128(wfn, ldr.SymValue(rs)+r.Add())', 'bufferSleb128(wfn, ldr.SymValue(rs)+r.Add())')
    .replace('writeSleb128(wfn, int64(len(hostImports))+', 'bufferSleb128(wfn, int64(len(hostImports))+')
    .append(`
// bufferSleb128 is writeSleb128 without a call for each byte.
func bufferSleb128(w *bytes.Buffer, v int64) {
	b := w.AvailableBuffer()
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			w.Write(append(b, c))
			return
		}
		b = append(b, c|0x80)
	}
}
`)
    .replace(s.between('	for secIndex, ds := range dataSects {\n', '	writeUleb128(ctxt.Out, uint64(len(segments))) // number of data entries'), `	for _, ds := range dataSects {
		segments = append(segments, &dataSegment{offset: int32(ds.sect.Vaddr), data: ds.data})
	}

`)
    .replace('	ctxt.Out.WriteByte(0x00)                         // no maximum memory size\n', '	ctxt.Out.WriteByte(0x01)\n')
    .after('	writeUleb128(ctxt.Out, initialSize/wasmPageSize) // minimum (initial) memory size\n', `	writeUleb128(ctxt.Out, ${1 << 14}) // 1 GB\n`),

  'cmd/link/internal/ld/outbuf.go': s => s
    .replace('		arch: arch,\n	}', '		arch: arch,\n		heap: make([]byte, 0, 12<<20),\n	}')
    .replace('		out.heap = append(out.heap, make([]byte, lenNeeded-heapLen)...)', `		if lenNeeded <= int64(cap(out.heap)) {
			out.heap = out.heap[:lenNeeded]
		} else {
			out.heap = append(out.heap, make([]byte, lenNeeded-heapLen)...)
		}`),
};

// writeOverlay writes the edited files and overlay.json into a directory and returns the
// path of that.
export function writeOverlay(goroot, version, dir, edits) {
  fs.rmSync(dir, { recursive: true, force: true });
  fs.mkdirSync(dir, { recursive: true });
  const replace = {};
  for (const [name, edit] of Object.entries(edits)) {
    const from = path.join(goroot, 'src', name);
    const source = new Source(name, fs.readFileSync(from, 'utf8'), version);
    edit(source);
    const to = path.join(dir, name.replaceAll('/', '_').replace(/\.go$/, '.txt')); // no file of a package
    fs.writeFileSync(to, source.text);
    replace[from] = to;
  }
  const json = path.join(dir, 'overlay.json');
  fs.writeFileSync(json, JSON.stringify({ Replace: replace }));
  return json;
}
