// What compiler, linker and programs say, as problems at lines of cells, with hints for
// students.

// A problem is {cell, line, column, message, hint}. The cell counts from 0 and is null, as
// are line and column, where it is not known.
export function problem(message, cell = null, line = null, column = null) {
  return { cell, line, column, message, hint: hint(message) };
}

const hints = [
  [/^declared and not used: (\S+)/, m => `You made ${m[1]} and did nothing with it. Use it or remove it.`],
  [/^undefined: (\w+)\.(\w+)/, m => `${m[1]} has nothing of the name ${m[2]}. A misspelled name?`],
  [/^undefined: (\S+)/, m => `A misspelled name; or ${m[1]} was a variable below the %% of an earlier cell, and ended with it. Make it a function. Is the cell that declares it above, and has it run?`],
  [/^cannot use .* as /, () => 'The types do not fit. float64(n) makes a number with a point of a whole number.'],
  [/mismatched types/, () => 'Both sides need the same type. float64(n) makes a number with a point of a whole number.'],
  [/^(syntax error|expected |missing |unexpected )/, () => 'A bracket or a comma is missing, here or in the line above.'],
  [/^assignment mismatch/, () => 'The right side gives more or fewer values than the left side takes. lclass.Must takes a value and an error, and stops the cell if there is one.'],
  [/^missing return/, () => 'The function must return a value on every way to its end.'],
  [/has no field or method/, () => 'A misspelled name? Names that begin with a small letter belong to their package alone.'],
  [/^package \S+ is not here/, () => 'A page has the packages of the course, and of the standard library what they use. Others work in Jupyter.'],
  [/index out of range \[(-?\d+)\](?: with length (\d+))?/, m => m[2] === undefined ? 'An index below 0.' : m[2] === '0' ? 'The slice is empty.' : `The slice has ${m[2]} elements, number 0 to ${m[2] - 1}.`],
  [/slice bounds out of range/, () => 'The part of the slice ends after the slice does, or before it begins.'],
  [/nil pointer dereference/, () => 'A pointer or an interface that is nil. Was it set?'],
  [/assignment to entry in nil map/, () => 'A map needs make(map[…]…) before it takes entries.'],
  [/integer divide by zero/, () => 'Division of whole numbers by 0.'],
  [/all goroutines are asleep/, () => 'Every goroutine waits, and nobody is left to end the waiting: a channel without a reader or a writer, a lock that is not given back, a WaitGroup that is not done.'],
  [/out of memory|cannot allocate/, () => 'A cell has 1 GB in a page. Is something larger than meant, or does it grow in a loop?'],
  [/stack overflow|call stack/, () => 'A function that calls itself without an end?'],
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
  if (code !== 2 || begin < 0) return { outcome: 'exit', problems: [problem(`The program has ended with os.Exit(${code}).`)] };
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
