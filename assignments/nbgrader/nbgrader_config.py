"""nbgrader for the assignments of linclass.

Copy this file and lclass_nbgrader.py into the directory of your nbgrader course, make
course.toml there with lgrade init, and put what lgrade releases into source/:

    lgrade release perceptron -o source/perceptron
"""
import sys
from pathlib import Path

from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.preprocessors import ClearSolutions, Execute

sys.path.insert(0, str(Path(__file__).resolve().parent))
from lclass_nbgrader import Marks  # noqa: E402

c = get_config()  # noqa: F821


def steps(converter, name):
    return converter.class_traits()[name].make_dynamic_default()


# Grade with lgrade, and run nothing in a kernel.
c.Autograde.autograde_preprocessors = [Marks if s is Execute else s for s in steps(Autograde, "autograde_preprocessors")]

# The notebooks of lgrade have no solutions any more, and stubs of their own.
c.GenerateAssignment.preprocessors = [s for s in steps(GenerateAssignment, "preprocessors") if s is not ClearSolutions]

# What takes the place of a solution in notebooks of your own in Go, released by nbgrader.
c.ClearSolutions.code_stub.update({"go": 'panic("not implemented")'})

# Where the clone is, if neither LGRADE_ASSIGNMENTS nor the working directory says so:
# c.Marks.options = ["--course=/path/to/linclass"]
# c.Marks.lgrade = "/path/to/lgrade"
