"""What a careless class does to the kernel."""
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import uuid
from pathlib import Path

from client import PATIENCE, SPEC, Kernel, marked

IMPORTS = """import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"linclass/lclass"
)
"""


def below(code):
    return f"%%\n{code}"


def until(condition, message):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(message)
        time.sleep(0.1)


class Case(unittest.TestCase):
    def kernel(self, stderr=None, **env):
        self.mark = f"LCLASS_TEST_MARK={uuid.uuid4()}"
        name, value = self.mark.split("=")
        kernel = Kernel(cwd=self.directory, stderr=stderr, **{name: value, **env})
        self.addCleanup(lambda: kernel.manager.is_alive() and kernel.shutdown())
        kernel.run(IMPORTS)
        return kernel

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def assertAlive(self, kernel):
        self.assertEqual(kernel.run(below('fmt.Println("alive")')).stdout, "alive\n")

    def sleeping(self, number):
        return [line for line in marked(self.mark).values() if line == f"sleep {number}"]


class Processes(Case):
    def test_interrupt_ends_children_that_hold_the_output(self):
        kernel = self.kernel()
        cell = kernel.start(below('c := exec.Command("sh", "-c", "echo now; sleep 3001 & sleep 3002")\nc.Stdout = os.Stdout\nc.Run()'))
        kernel.printed(cell, "now")
        kernel.interrupt()
        kernel.finish(cell)
        self.assertAlive(kernel)
        self.assertEqual(self.sleeping(3001) + self.sleeping(3002), [])

    def test_end_of_cell_ends_children(self):
        kernel = self.kernel()
        for command in "sleep 3003", "setsid sleep 3003", "setsid -f sleep 3003":
            with self.subTest(command):
                words = ", ".join(f'"{w}"' for w in command.split())
                kernel.run(below(f"c := exec.Command({words})\nc.Stdout = os.Stdout\nc.Start()\ntime.Sleep(300 * time.Millisecond)"))
                self.assertAlive(kernel)
                self.assertEqual(self.sleeping(3003), [])

    def test_interrupt_ends_what_ignores_it(self):
        kernel = self.kernel()
        cell = kernel.start(below('signal.Ignore(syscall.SIGINT)\nfmt.Println("now")\nfor {\n}'))
        kernel.printed(cell, "now")
        kernel.interrupt()
        kernel.finish(cell)
        self.assertAlive(kernel)

    def test_interrupt_ends_shell_lines(self):
        kernel = self.kernel()
        # The parent of the second sleep is no shell, but the kernel, and it holds the output.
        for line in "!echo now; sleep 3004 & sleep 3005", "!(sleep 3004 &); echo now; sleep 3005":
            with self.subTest(line):
                cell = kernel.start(line)
                kernel.printed(cell, "now")
                kernel.interrupt()
                kernel.finish(cell)
                self.assertAlive(kernel)
                self.assertEqual(self.sleeping(3004) + self.sleeping(3005), [])

    def test_next_cell_outlives_the_interrupt(self):
        kernel = self.kernel()
        cell = kernel.start(below('fmt.Println("now")\nfor {\n}'))
        kernel.printed(cell, "now")
        kernel.interrupt()
        kernel.finish(cell)
        result = kernel.run(below('time.Sleep(7 * time.Second)\nfmt.Println("whole")'))
        self.assertEqual((result.stdout, result.error), ("whole\n", ""))

    def test_run_all_stops_at_an_error(self):
        kernel = self.kernel()
        codes = ['fmt.Println("first")', "os.Exit(3)", 'fmt.Println("never")', 'fmt.Println("never")']
        cells = [kernel.start(below(code)) for code in codes]
        self.assertEqual([kernel.finish(cell).stdout for cell in cells], ["first\n", "", "", ""])
        self.assertEqual(kernel.replies(cells), ["ok", "error", "aborted", "aborted"])
        self.assertAlive(kernel)

    def test_a_cell_interrupted_while_it_is_compiled_does_not_run(self):
        kernel = self.kernel(TMPDIR=self.directory)
        begun, tool = Path(self.directory) / "begun", Path(self.directory) / "tool"
        tool.write_text(f"#!/bin/sh\n: >{begun}\nexec sleep 3009\n")
        tool.chmod(0o700)
        kernel.run(f"%goflags -a -toolexec={tool}")
        cell = kernel.start(below('fmt.Println("never")'))
        until(begun.exists, "Go does not compile")
        kernel.interrupt()
        result = kernel.finish(cell)
        self.assertEqual((result.stdout, result.stderr, result.html), ("", "", ""))
        self.assertEqual(result.error, "The cell was interrupted while Go compiled it, so its statements have not run.")
        self.assertEqual(kernel.replies([cell]), ["error"])
        self.assertEqual(self.sleeping(3009), [])
        kernel.run('%goflags ""')
        self.assertAlive(kernel)
        self.assertEqual(list(Path(self.directory).glob("*/gonb_*/go-build/*")), [])

    def test_interrupts_are_quick(self):
        kernel = self.kernel()
        begun, tool = Path(self.directory) / "begun", Path(self.directory) / "tool"
        tool.write_text(f"#!/bin/sh\n: >{begun}\nexec sleep 3010\n")
        tool.chmod(0o700)
        slow = f"%goflags -a -toolexec={tool}\n"
        deaf = "signal.Ignore(syscall.SIGINT)\n"
        forever = 'fmt.Println("now")\nfor {\n}'
        many = "".join(f"\t_ = {n} + {n}\n" for n in range(30000))
        for name, code, ready in [
            ("parsed", "func many() {\n" + many + "}\n" + below("many()\n" + forever), None),
            ("imports are looked for", below("fmt.Println(nothing.Like(), that.At(all.All))"), None),
            ("compiled", slow + below(forever), "begun"),
            ("a test is compiled", slow + '%test\nimport "testing"\nfunc TestNothing(t *testing.T) {}', "begun"),
            ("runs", below(forever), "now"),
            ("runs, deaf", below(deaf + forever), "now"),
            ("a shell line", "!echo now; sleep 3011; true", "now"),
            ("a deaf shell line", "!trap '' INT; echo now; sleep 3011; true", "now"),
            ("a shell cell", "%%bash\necho now\nsleep 3011\ntrue", "now"),
        ]:
            with self.subTest(name):
                seconds = []
                while len(seconds) < 5 and not any(s < 2.5 for s in seconds):  # of a busy computer
                    begun.unlink(missing_ok=True)
                    cell = kernel.start(code)
                    match ready:
                        case "begun":
                            until(begun.exists, "Go does not compile")
                        case None:
                            time.sleep(0.1)
                        case _:
                            kernel.printed(cell, ready)
                    start = time.monotonic()
                    kernel.interrupt()
                    kernel.finish(cell)
                    seconds.append(time.monotonic() - start)
                    kernel.run('%goflags ""')
                    self.assertAlive(kernel)
                self.assertLess(min(seconds), 2.5)

    def test_an_interrupt_stops_what_waits(self):
        kernel = self.kernel()
        running, waiting = kernel.start(below('fmt.Println("now")\nfor {\n}')), kernel.start(below('fmt.Println("never")'))
        kernel.printed(running, "now")
        kernel.interrupt()
        kernel.finish(running)
        self.assertEqual(kernel.finish(waiting).stdout, "")
        self.assertEqual(kernel.replies([running, waiting]), ["error", "aborted"])
        self.assertAlive(kernel)

    def test_shutdown_ends_everything(self):
        kernel = self.kernel()
        # Jupyter interrupts the cell before it shuts the kernel down.
        cell = kernel.start(below('signal.Ignore(syscall.SIGINT)\nc := exec.Command("setsid", "sleep", "3006")\nc.Start()\nfmt.Println("now")\nfor {\n}'))
        kernel.printed(cell, "now")
        kernel.shutdown()
        until(lambda: not marked(self.mark), f"left: {marked(self.mark)}")

    def test_kernel_ends_with_its_server(self):
        mark = f"LCLASS_TEST_MARK={uuid.uuid4()}"
        name, value = mark.split("=")
        server = subprocess.Popen(
            [sys.executable, "-c", "from client import Kernel; k = Kernel(); k.start('%%\\nfor {\\n}'); print('runs', flush=True); input()"],
            cwd=Path(__file__).parent, env={**os.environ, name: value}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.stdin.close)
        self.assertEqual(server.stdout.readline(), b"runs\n")
        until(lambda: any(line.endswith(".cell") for line in marked(mark).values()), "the cell does not start")
        server.send_signal(signal.SIGKILL)
        server.wait()
        until(lambda: not marked(mark), f"left: {marked(mark)}")

    def test_what_a_killed_kernel_leaves_is_swept(self):
        kernel = self.kernel(TMPDIR=self.directory)
        cell = kernel.start('!echo now; setsid sleep 3007')
        kernel.printed(cell, "now")
        kernel.kill()
        left = list(Path(self.directory).glob("lclass-kernel-*"))
        self.assertEqual(len(left), 1)
        mark = self.mark
        self.kernel(TMPDIR=self.directory)
        until(lambda: not marked(mark), f"left: {marked(mark)}")
        self.assertFalse(left[0].exists())

    def test_living_kernels_are_not_swept(self):
        kernel = self.kernel(TMPDIR=self.directory)
        self.kernel(TMPDIR=self.directory)
        self.assertAlive(kernel)

    def test_shutdown_leaves_no_directory(self):
        kernel = self.kernel(TMPDIR=self.directory)
        kernel.run(below("fmt.Println()"))
        kernel.shutdown()
        self.assertEqual(os.listdir(self.directory), [])

    def test_removed_directory_is_mended(self):
        kernel = self.kernel()
        kernel.run("func two() int { return 2 }")
        for removed in "GONB_TMP_DIR", "TMPDIR":
            with self.subTest(removed):
                kernel.run(below(f'os.RemoveAll(os.Getenv("{removed}"))'))
                self.assertEqual(kernel.run(below("fmt.Println(two())")).stdout, "2\n")


@unittest.skipUnless((SPEC.parents[2] / "bin" / "gopls").exists(), "gopls is not built: run 'make kernel'")
class Completion(Case):
    def found(self, kernel, code, want):
        """Presses Tab until the answer has a name, and returns the answer."""
        answer = {}

        def press():
            nonlocal answer
            answer, seconds = kernel.complete(code)
            self.assertLess(seconds, 2 * 20)
            return want in answer["matches"]

        until(press, f"{want} is not completed")
        return answer

    def test_first_tab(self):
        kernel = self.kernel()
        kernel.run("func flowers() int { return 3 }")
        self.found(kernel, "%%\nfl", "flowers")

    def test_no_cell_waits_and_no_tab_waits_for_a_cell(self):
        kernel = self.kernel()
        cell = kernel.start(below('fmt.Println("now")\nfor {\n}'))
        kernel.printed(cell, "now")
        self.found(kernel, "%%\nlclass.Softm", "Softmax")
        kernel.interrupt()
        kernel.finish(cell)
        self.assertAlive(kernel)

    def test_places(self):
        kernel = self.kernel()
        kernel.run("type point struct{ left, top int }\n\nfunc (p point) area() int { return p.left }")
        for code, want, replaced in [
            ("%%\nvar p point\np.le", "left", 2),
            ("%%\np := point{}\np.ar", "area", 2),
            ("%%\n/* größer 😀 */ fmt.Printl", "Println", 6),
            ("import \"math\"\n\n%%\nmath.Sqr", "Sqrt", 3),
            ("func own() int { return 1 }\n\n%%\now", "own", 2),
        ]:
            with self.subTest(code):
                answer = self.found(kernel, code, want)
                self.assertEqual((answer["cursor_start"], answer["cursor_end"]), (len(code) - replaced, len(code)))
        for code in "%", "!ls", "%%bash\nec":
            with self.subTest(code):
                self.assertEqual(kernel.complete(code)[0]["matches"], [])

    def test_help(self):
        kernel = self.kernel()
        for code in "%%\nfmt.Println", "%%\nfmt.Println(", "%%\nfmt.Println(1 + (2), ":
            with self.subTest(code):
                until(lambda: "func fmt.Println(" in kernel.ask(kernel.client.inspect, code)[0]["data"].get("text/plain", ""), "no help")

    def test_one_gopls_without_telemetry(self):
        kernel = self.kernel()
        self.found(kernel, "%%\nlclass.Softm", "Softmax")
        # What gopls starts looks like gopls for a moment.
        until(lambda: len([line for line in marked(self.mark).values() if "gopls" in line]) == 1, "not one gopls")


class Words(Case):
    def assertSays(self, cells):
        """Runs cells in a kernel, each of which says a text, or nothing if that is empty."""
        kernel = self.kernel()
        for code, want in cells:
            with self.subTest(code):
                result = kernel.run(code)
                said = result.stderr + result.error
                self.assertIn(want, said)
                if not want:
                    self.assertEqual(said, "")
                self.assertNotIn("go get", said + result.html)

    def test_at_their_line(self):
        self.assertSays([
            ('\nfmt.Println("a")', "Line 2 is a statement"),
            ("x := 1\nfmt.Println(x)", "put %% on a line above it"),
            ("func f() {\n}\n}", "Line 3: this } has no matching {"),
            (below("total := 3\nfmt.Println(total)"), ""),
            (below("\nfmt.Println(total)"), "Line 3: total was declared below %% in cell [5]"),
            ("type shape struct{ side int }\n\nfunc (s shape) Area() int { return s.side }\n\nfunc (s shape) Size() int { return s.side }", ""),
            ("type shape struct{ radius int }\n\nfunc (s shape) Area() int { return s.radius }", "%rm shape~Size"),
            ("%rm shape~Size", ""),
            ("type shape struct{ radius int }\n\nfunc (s shape) Area() int { return s.radius }", ""),
            ('import "example.org/missing"\n\n%%\nmissing.Run()', "example.org/missing is not installed"),
            ('import "maths"\n\n%%\nfmt.Println(maths.Pi)', "Go has no package maths"),
            (below("syscall.Kill(os.Getpid(), syscall.SIGKILL)"), "memory ran out"),
        ])

    def test_each_fault_is_shown_once(self):
        result = self.kernel().run('fmt.Println("a")')
        self.assertEqual((result.html + result.error).count("expected declaration"), 1)

    def test_what_stays_from_other_cells(self):
        self.assertSays([
            ("type Stack[T any] struct{ xs []T }\n\nfunc (s *Stack[T]) Len() int { return len(s.xs) }", ""),
            ("type Stack[U any] struct{ xs []U }\n\nfunc (s *Stack[U]) Len() int { return len(s.xs) }", "%rm Stack[T]~Len"),
            ("%rm Stack[T]~Len", ""),
            ("type Stack[U any] struct{ xs []U }\n\nfunc (s *Stack[U]) Len() int { return len(s.xs) }", ""),
            ("type A[T any] struct{}\n\nfunc (a A[T]) Len() int { return 1 }", ""),
            ("type B[T any] struct{}\n\nfunc (b B[T]) Len() int { return 1 }", "Line 3: B.Len replaces A.Len"),
            ('import . "math"\n\n%%\nfmt.Println(Sqrt(4))', ""),
            (below("fmt.Println(1)"), "%rm .~math"),
            ("%rm .~math", ""),
            (below("fmt.Println(1)"), ""),
            ("var lclass = 3", ""),
            (below("fmt.Println(lclass.L2(1))"), "%rm lclass lclass"),
            ("%rm lclass lclass\nimport \"linclass/lclass\"", ""),
            (below("fmt.Println(lclass.L2(1))"), ""),
            ('import "C"\n\n%%\nfmt.Println(1)', 'cannot import "C"'),
            ("%time", "Line 1: there is no command %time"),
            (below("undefined()"), "The cell does not compile. Nothing that it declares is kept, and its statements have not run."),
            (below("func f() {}"), "Line 2: functions are declared above %%"),
            (below("for {\nif true {\n}"), "A { has no matching }: the one in line 2"),
            (below("fmt.Println(1)"), ""),
        ])

    def test_go_outside_of_a_module(self):
        kernel = self.kernel()
        result = kernel.run("!go doc linclass/lclass.Softmax")
        self.assertIn("type Softmax struct", result.stdout + result.stderr)
        self.assertIn("The lab downloads nothing.", kernel.run("!go get example.org/missing").stderr)

    def test_characters_stay_whole(self):
        kernel = self.kernel()
        code = 'for range 40_000 {\n%s\n}'
        for line in 'fmt.Print("aäλ→😀")', 'os.Stdout.WriteString("aä")\nos.Stdout.Write([]byte{0xce})\nos.Stdout.Write([]byte{0xbb})\nos.Stdout.WriteString("→😀")':
            with self.subTest(line):
                result = kernel.run(below(code % line))
                self.assertEqual(result.stdout, "aäλ→😀" * 40_000)

    def test_input_is_refused(self):
        kernel = self.kernel()
        result = kernel.run(below("var x int\n_, err := fmt.Scan(&x)\nfmt.Println(err)"))
        self.assertEqual(result.stdout, "EOF\n")
        self.assertIn("Line 3: fmt.Scan finds no input", result.stderr)
        self.assertEqual(kernel.run(below('// fmt.Scan\nfmt.Println("fmt.Scan", os.Args[0] != "")')).stderr, "")

    def test_shell_lines_find_no_input(self):
        kernel = self.kernel()
        result = kernel.run("!cat; read x; echo got $x")
        self.assertEqual((result.stdout, result.error), ("got\n", ""))

    def test_cells_that_ended_gonb(self):
        kernel = self.kernel()
        kernel.run("func still() int { return 1 }")
        for code, printed, said in [
            (below("fmt.Println(1)\n%%\nfmt.Println(2)"), "1\n2\n", "Line 3: %% is ignored"),
            ("!  ", "", "Line 1: ! alone is not a command"),
            ("% ", "", "Line 1: % alone is not a command"),
            ("%%script", "", "Line 1: %%script needs a program"),
            (" %%\nfmt.Println(still())", "1\n", ""),
        ]:
            with self.subTest(code):
                result = kernel.run(code)
                self.assertEqual((result.stdout, result.error), (printed, ""))
                self.assertIn(said, result.stderr)
        self.assertEqual(kernel.run(below("fmt.Println(still())")).stdout, "1\n")

    def test_foreign_ends_of_lines(self):
        kernel = self.kernel()
        for name, code in {
            "CRLF": 'func a() int {\r\n\treturn 1\r\n}\r\n\r\n%%\r\nfmt.Println(a())\r\n',
            "CR": '%%\rfmt.Println(1)\r',
            "BOM": '\ufeff%%\nfmt.Println(1)',
        }.items():
            with self.subTest(name):
                result = kernel.run(code)
                self.assertEqual((result.stdout, result.error), ("1\n", ""))

    def test_output_is_cut(self):
        kernel = self.kernel()
        for code, stream in [
            (below('for i := 0; i < 300_000; i++ {\nfmt.Println("0123456789")\n}\nfmt.Fprintln(os.Stderr, "the end")'), "stdout"),
            ("!seq 500000; echo the end >&2", "stdout"),
        ]:
            with self.subTest(code):
                result = kernel.run(code)
                self.assertLess(len(result.stdout), 2 << 20)
                self.assertGreater(len(result.stdout), 1 << 19)
                self.assertEqual(result.stderr.count("first 1 MB"), 1)
                self.assertIn("the end", result.stderr)
        self.assertAlive(kernel)

    def test_a_file_among_those_of_the_kernel_stands_in_no_way(self):
        kernel = self.kernel()
        name = 'os.Getenv("GONB_TMP_DIR") + "/helper.go"'
        for text in "half of a", "package main\\nfunc main() {}", "package other", "package main\\nvar fmt int":
            with self.subTest(text):
                kernel.run(below(f'os.WriteFile({name}, []byte("{text}"), 0o600)'))
                result = kernel.run(below('fmt.Println("alive")'))
                self.assertEqual((result.stdout, result.error), ("alive\n", ""))
                self.assertEqual(result.stderr.count("helper.go is in the directory where cells are compiled"), 1)
                self.assertAlive(kernel)
        self.assertEqual(kernel.run(below('fmt.Println("alive")')).stderr, "")

    def test_too_large_figure_ends_the_cell(self):
        kernel = self.kernel()
        kernel.run('import (\n"strings"\n"github.com/janpfeifer/gonb/gonbui"\n)')
        kernel.run("%goflags -tags=")
        show = 'gonbui.DisplayHTML("before")\ngonbui.DisplayHTML(strings.Repeat("x", %d<<20))\ngonbui.Sync()\nfmt.Println("the end")'
        result = kernel.run(below(show % 40))
        self.assertEqual((result.html, result.stdout), ("before", ""))
        self.assertIn("a figure or table of 41 MB; one may have at most\n16 MB", result.stderr)
        result = kernel.run(below(show % 15))
        self.assertEqual((len(result.html), result.stdout, result.stderr), (len("before") + (15 << 20), "the end\n", ""))

    def test_terminal_of_the_server_stays_empty(self):
        with tempfile.TemporaryFile() as terminal:
            kernel = self.kernel(stderr=terminal)
            self.assertAlive(kernel)
            kernel.shutdown()
            terminal.seek(0)
            self.assertEqual(terminal.read(), b"")

    def test_status_of_a_program_is_kept(self):
        kernel = self.kernel()
        for code, want in [
            ("os.Exit(3)", "exit status 3"),
            ('panic("no")', "exit status 2"),
            ("select {}", "exit status 2"),
        ]:
            with self.subTest(code):
                self.assertIn(want, kernel.run(below(code)).error)

    def test_endless_recursion_is_short_and_named(self):
        result = self.kernel().run("func fact(n int) int { return n * fact(n-1) }\n%%\nfmt.Println(fact(5))")
        self.assertIn("exit status 2", result.error)
        self.assertRegex(result.stderr, r"Cell \[\d+\] Line 1")
        self.assertIn("call itself without end", result.stderr)
        self.assertLess(len(result.stderr.splitlines()), 20)

    def test_calls_may_take_256_mb(self):
        result = self.kernel().run('import "runtime/debug"\n' + below("fmt.Print(debug.SetMaxStack(1 << 20) >> 20)"))
        self.assertEqual((result.stdout, result.error), ("256", ""))


if __name__ == "__main__":
    unittest.main()
