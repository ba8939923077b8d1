#include "apps/grove-pdf/confine.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <vector>

namespace grove::pdf_program {
namespace {

void limit(__rlimit_resource resource, std::uint64_t most) {
  const rlimit both{.rlim_cur = most, .rlim_max = most};
  ::setrlimit(resource, &both);
}

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

/// Calls that start programs, reach other processes or machines, or change what files there are.
constexpr std::array kRefused = {
#ifdef SYS_fork
    SYS_fork,           SYS_vfork,     SYS_unlink,   SYS_rename,   SYS_mkdir,     SYS_rmdir,
    SYS_link,           SYS_symlink,   SYS_creat,    SYS_chmod,    SYS_chown,     SYS_mknod,
#endif
#ifdef SYS_renameat
    SYS_renameat,
#endif
#ifdef SYS_openat2
    SYS_openat2,  // its flags stand in memory, where no filter sees them
#endif
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
#endif
#ifdef SYS_pidfd_open
    SYS_pidfd_open,
#endif
    SYS_execve,         SYS_execveat,  SYS_socket,   SYS_connect,  SYS_bind,      SYS_ptrace,
    SYS_kill,           SYS_tgkill,    SYS_mount,    SYS_unlinkat, SYS_renameat2, SYS_mkdirat,
    SYS_linkat,         SYS_symlinkat, SYS_fchmodat, SYS_fchownat, SYS_truncate,  SYS_process_vm_writev,
    SYS_mknodat,        SYS_tkill,     SYS_unshare,  SYS_setns,    SYS_bpf,       SYS_process_vm_readv,
};

struct OpeningCall {
  long number;
  std::uint32_t flags_argument;
};
constexpr std::array kOpening = {
#ifdef SYS_open
    OpeningCall{SYS_open, 1},
#endif
    OpeningCall{SYS_openat, 2},
};

/// Refuses that call where its flags would let anything be written.
void append_read_only(std::vector<sock_filter>& program, const OpeningCall& opening) {
  const std::uint32_t place = static_cast<std::uint32_t>(offsetof(seccomp_data, args)) + 8 * opening.flags_argument;  // the low half
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(opening.number), 0, 4));
  program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, place));
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1));
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)));
}

/// Answers those calls with EPERM (seccomp_filter in Linux' Documentation/userspace-api).
void refuse_calls() {
  if (kArchitecture == 0) return;
  std::vector<sock_filter> program = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),  // another system's calls by the same machine, which have other numbers
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
#if defined(__x86_64__)
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, __X32_SYSCALL_BIT, 0, 1),  // and so have those of x32
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
#endif
  };
  for (const long call : kRefused) {
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1));
    program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  }
  for (const OpeningCall& opening : kOpening) append_read_only(program, opening);
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog filter{.len = static_cast<unsigned short>(program.size()), .filter = program.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

}  // namespace

void confine(const Bounds& bounds) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // whose shadows take terabytes of addresses
  limit(RLIMIT_AS, bounds.memory_bytes);
#endif
  limit(RLIMIT_CPU, bounds.cpu_seconds);
  limit(RLIMIT_FSIZE, bounds.output_bytes);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, 64);
  ::prctl(PR_SET_DUMPABLE, 0);
  refuse_calls();
}

}  // namespace grove::pdf_program
