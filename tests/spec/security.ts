/** Placeholder lines. */
export const security = {
  'security:F1': '',
  'security:F2': '',
  'security:F4': '',
  'security:F6': '',
  'security:J1': '',
  'security:J2': '',
  'security:J3': '',
  'security:J4': '',
  'security:J5': '',
  'security:J6': '',
  'security:D1': '',
  'security:P1': '',
} as const
