# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The features of this machine's processor, and code for other CPUs that it can run."""

# The features that the code for a CPU with AVX2, or with AVX-512, needs. Instructions that few
# others have are left out.
AVX2 = {"avx2", "bmi2", "fma", "f16c", "movbe", "adx", "clflushopt"}
AVX512 = AVX2 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512ifma",
                 "avx512vbmi", "avx512_bf16", "avx512_bitalg", "avx512_vbmi2", "avx512_vnni",
                 "avx512_vpopcntdq", "gfni", "vaes", "vpclmulqdq"}
LEFT_OUT = ("--mattr=-sse4a,-clzero,-mwaitx,-rdpid,-wbnoinvd,-avxvnni,-movdiri,-movdir64b,"
            "-avx512vp2intersect,-prefetchi,-shstk")


def read_features():
    """Returns their names in Linux."""
    with open("/proc/cpuinfo") as file:
        return set(next(line for line in file if line.startswith("flags")).split())


def get_variants(cpus):
    """Returns the options of reduce-compile for each of `cpus`, names with the features that
    their code needs, by the name of a variant. Leaves out the CPUs whose code this machine does
    not run; returns None if these are all."""
    features = read_features()
    variants = {
        f"O2-{cpu}": ["-O2", f"--mcpu={cpu}", LEFT_OUT]
        for cpu, needed in cpus.items()
        if needed.issubset(features)
    }
    return variants or None
