// What compiler, linker and programs say, as problems at lines of cells, with hints for
// students.

// A problem is {cell, line, column, message, hint}. The cell counts from 0 and is null, as
// are line and column, where it is not known.
export function problem(message, cell = null, line = null, column = null) {
  return { cell, line, column, message, hint: hint(message) };
}

const hints = [
  [/^declared and not used: (\S+)/, m => `You declared ${m[1]} and never used it. Use it or remove it.`],
  [/^undefined: (\w+)\.(\w+)/, m => `${m[1]} has no ${m[2]}. Is the name spelled right?`],
  [/^undefined: (\S+)/, m => `Is ${m[1]} spelled right, and declared in this cell or in one above? What a cell declares below %% ends with that cell; for later cells declare it above %%, with func or var.`],
  [/^cannot use .* as /, () => 'The types do not match. float64(n) converts a whole number to float64.'],
  [/mismatched types/, () => 'Both sides need the same type. float64(n) converts a whole number to float64.'],
  [/^(syntax error|expected |missing |unexpected )/, () => 'A bracket, a comma or a line break may be missing, in this line or the one above.'],
  [/^assignment mismatch/, () => 'The right side returns more or fewer values than the left side takes. lclass.Must takes a value and an error, and stops the cell if there is an error.'],
  [/^missing return/, () => 'Every path through the function must end in a return.'],
  [/has no field or method/, () => 'Is the name spelled right? Names that begin with a small letter can be used in their own package only.'],
  [/^package \S+ is not here/, () => 'A page has only the packages of the course, and those of the standard library that they use. Run this notebook in Jupyter to use others.'],
  [/index out of range \[(-?\d+)\](?: with length (\d+))?/, m => m[2] === undefined ? 'The index is negative.' : m[2] === '0' ? 'The slice is empty.' : `The slice has ${m[2]} elements, numbered 0 to ${m[2] - 1}.`],
  [/slice bounds out of range/, () => 'The bounds lie outside the slice, or the second is below the first.'],
  [/nil pointer dereference/, () => 'A pointer or an interface is nil. Was it ever set?'],
  [/assignment to entry in nil map/, () => 'Create the map with make(map[…]…) before you add entries.'],
  [/integer divide by zero/, () => 'A whole number was divided by 0.'],
  [/all goroutines are asleep/, () => 'Every goroutine waits, and none is left to wake another. Look for a channel without a reader or a writer, a lock that is never released, or a WaitGroup that is never done.'],
  [/out of memory|cannot allocate/, () => 'A cell has 1 GB in a page. Is something larger than you meant, or does it grow in a loop?'],
  [/stack overflow|call stack/, () => 'Does a function call itself without end?'],
];

export function hint(message) {
  for (const [pattern, say] of hints) {
    const m = pattern.exec(message);
    if (m) return say(m);
  }
  return '';
}

const place = /[\t/]cell(\d+):(\d+)/; // of a line in a stack trace

// compileProblems reads what the compiler or the linker says.
export function compileProblems(text) {
  const problems = [];
  for (const line of text.split('\n')) {
    const m = /^(?:\/work\/)?cell(\d+):(\d+)(?::(\d+))?: (.*)$/.exec(line);
    if (m) problems.push(problem(m[4].replace(/^syntax error: /, ''), m[1] - 1, Number(m[2]), m[3] ? Number(m[3]) : null));
    else if (line.startsWith('\t') && problems.length) problems.at(-1).message += '\n' + line;
    else if (line.trim() && !/too many errors$/.test(line)) problems.push(problem(line.trim()));
  }
  return problems;
}

// An ending is how a program ended: {outcome, problems}. stderr is what it said there.
export function ending(code, stderr) {
  if (code === 0) return { outcome: 'ok', problems: [] };
  const begin = trace(stderr);
  if (code !== 2 || begin < 0) return { outcome: 'exit', problems: [problem(`The program called os.Exit(${code}).`)] };
  const [text, frames] = apart(stderr.slice(begin), /\n\n(?=goroutine \d|runtime stack:)/);
  const message = (/^fatal error: (.*)/m.exec(text)?.[1] ?? text).trim();
  let outcome = 'panic';
  if (/all goroutines are asleep/.test(message)) outcome = 'deadlock';
  else if (/out of memory|cannot allocate/.test(message)) outcome = 'memory';
  const m = place.exec(frames);
  return { outcome, problems: [problem(message, m ? m[1] - 1 : null, m ? Number(m[2]) : null)] };
}

function apart(text, by) {
  const m = by.exec(text);
  return m ? [text.slice(0, m.index), text.slice(m.index)] : [text, ''];
}

// trace returns where in the text of a program's standard error a panic or a fatal error
// begins, −1 if nowhere.
export function trace(stderr) { return stderr.search(/^(panic: |fatal error: |runtime: )/m); }
