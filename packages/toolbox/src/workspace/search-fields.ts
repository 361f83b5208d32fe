/** Fields that the values of all searches share. */
export const searchFields = {
  path: {
    type: 'string',
    required: true,
    description: 'Where it searched, from the workspace; `.` is all of it.',
  },
  truncated: { type: 'boolean', required: true, description: 'There is more than is listed.' },
  unreadable: {
    type: 'array',
    description: 'The first few of what could not be read.',
    items: {
      type: 'object',
      additionalProperties: false,
      properties: {
        path: { type: 'string', required: true },
        code: { type: 'string', required: true },
      },
    },
  },
  startIgnored: {
    type: 'boolean',
    const: true,
    description: 'Ignore rules hide the folder; it was searched because it was named.',
  },
  incomplete: {
    type: 'boolean',
    const: true,
    description: 'Not all was searched: the time limit ended it early, or `tooManyOpen`.',
  },
  tooManyOpen: {
    type: 'boolean',
    const: true,
    description: 'Too many files were open on the machine for all to be searched; try again.',
  },
} as const
