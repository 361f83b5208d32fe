import { existsSync } from 'node:fs'

// Files that can be written, or folders of such files; reading is left as it is.
const steering = [
  'acpi',
  'asound',
  'bus',
  'driver',
  'dynamic_debug',
  'fs',
  'irq',
  'mtrr',
  'pressure',
  'scsi',
  'sys',
  'sysrq-trigger',
  'tty',
]

const telling = [
  'kcore',
  'keys',
  'kmsg',
  'kpagecgroup',
  'kpagecount',
  'kpageflags',
  'latency_stats',
  'sched_debug',
  'slabinfo',
  'timer_list',
  'timer_stats',
  'vmallocinfo',
]

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
