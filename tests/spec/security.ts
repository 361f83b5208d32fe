/** What hostile input must not reach: F is files, J data, D display, P plugins. */
export const security = {
  'security:F1': 'No spelling of a path reaches a file outside the root.',
  'security:F2': 'No link, not even one swapped during the call, leads out of the root.',
  'security:F4': 'Special files are refused before they can block, and reading has limits.',
  'security:F6': 'Bytes that are not text are neither hidden nor damaged.',
  'security:J1': 'Keys such as `__proto__` stay data and change no prototype.',
  'security:J2': 'A hostile object is read once, and policy, log and result see the same value.',
  'security:J3': 'Deep and large values end in a result or a clear error, never in a crash.',
  'security:J4': 'A pattern from outside cannot hold the event loop.',
  'security:J5': 'A schema outside the subset is refused, and the subset agrees with a full validator.',
  'security:J6': 'Duplicate keys and numbers that would be rounded are refused where text is parsed.',
  'security:D1': 'Control, bidirectional and invisible characters are shown, never sent to a display.',
  'security:P1': 'Whatever a plugin does, each call ends with exactly one result.',
} as const
