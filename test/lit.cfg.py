# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Configuration of lit for this project's tests; loaded by lit.site.cfg.py of
# the build tree, which says where tools and sources are.

import os

import lit.formats

config.name = "Reduce"
# The internal shell runs "not" and pipes alike on every machine.
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".c"]
config.excludes = ["Inputs", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.reduce_obj_root, "test")

tools = os.path.join(config.reduce_obj_root, "bin")
config.environment["PATH"] = os.pathsep.join(
    [tools, config.llvm_tools_dir, config.environment["PATH"]]
)

config.substitutions += [
    ("%reduce_src_root", config.reduce_src_root),
    ("%reduce_obj_root", config.reduce_obj_root),
    ("%python", config.python),
    ("%host_cc", config.host_cc),
    ("%host_cxx", config.host_cxx),
]
