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
  incomplete: { type: 'boolean', const: true, description: 'The time limit ended the search early.' },
} as const

const count = { type: 'integer', required: true } as const

/** What every search counts as left out; a folder counts once, with all that it holds. */
export const skippedFields = {
  ignored: { type: 'integer', required: true, description: 'By .gitignore, .ignore or .git/info/exclude.' },
  hidden: { type: 'integer', required: true, description: 'Names with a leading dot.' },
  special: {
    type: 'integer',
    required: true,
    description: 'Links that are not followed, pipes, sockets, devices.',
  },
  unreadable: count,
} as const
