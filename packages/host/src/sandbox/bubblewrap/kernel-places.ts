import { existsSync } from 'node:fs'

// Bubblewrap itself keeps `bus`, `irq` and `sysrq-trigger`, and overlooks `sys`. Each mount takes a tenth of a
// millisecond, so that nothing is listed that has no effect on others.
const steering = ['acpi', 'dynamic_debug', 'fs', 'mtrr', 'scsi', 'sys']

const telling = ['kcore', 'keys', 'latency_stats', 'sched_debug', 'timer_list', 'timer_stats']

/**
 * What of `/proc` steers the kernel, and what tells about it, where this process is root. The kernel asks for the number
 * of the user there, not for capabilities. Other users may neither; from them nothing is kept, as no program could have
 * a `/proc` of its own beneath one that is covered.
 */
export function kernelPlaces(): { readonly steering: string[]; readonly telling: string[] } {
  if (process.getuid?.() !== 0) return { steering: [], telling: [] }
  const present = (names: readonly string[]): string[] =>
    names.map((name) => `/proc/${name}`).filter((path) => existsSync(path))
  return { steering: present(steering), telling: present(telling) }
}
