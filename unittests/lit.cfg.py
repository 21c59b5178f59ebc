# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lit configuration of this project's unit tests, which are GoogleTest programs.
# Loaded by lit.site.cfg.py in the build tree.

import os

import lit.formats

config.name = "Reduce-Unit"
config.test_source_root = os.path.join(config.reduce_obj_root, "unittests")
config.test_exec_root = config.test_source_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
