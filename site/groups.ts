/** A language of the site: its folder in `docs`, and what its addresses begin with. */
export interface Language {
  readonly folder: 'en' | 'ja'
  readonly base: '/' | '/ja/'
}

export const languages: readonly Language[] = [
  { folder: 'en', base: '/' },
  { folder: 'ja', base: '/ja/' },
]

/** A folder of pages, which is a group of the sidebar and an entry of the bar above. */
export interface Group {
  readonly folder: string
  readonly name: Record<Language['folder'], string>
  /** Pages that stand first, in this order; the others follow by their names. */
  readonly first: readonly string[]
  /** Open in the sidebar even while another group is read. */
  readonly isOpen?: true
}

export const groups: readonly Group[] = [
  {
    folder: 'guide',
    name: { en: 'Guide', ja: 'ガイド' },
    first: [
      'get-started',
      'write-a-tool',
      'write-a-policy',
      'pipeline',
      'code-mode',
      'permissions',
      'sessions',
      'mcp-and-acp',
      'workbench',
      'embedding',
      'from-ai-sdk',
      'from-deepseek-harness',
      'security',
      'errors',
    ],
    isOpen: true,
  },
  {
    folder: 'packages',
    name: { en: 'Packages', ja: 'パッケージ' },
    first: ['cli', 'tools', 'agent', 'toolbox', 'policies', 'code-mode', 'mcp', 'acp', 'web', 'cards'],
  },
  {
    folder: 'reference',
    name: { en: 'Reference', ja: 'リファレンス' },
    first: ['tools', 'settings', 'commands', 'events', 'packages'],
  },
  { folder: 'api', name: { en: 'API', ja: 'API' }, first: ['tools'] },
  {
    folder: 'project',
    name: { en: 'Project', ja: 'プロジェクト' },
    first: ['architecture', 'benchmarks', 'contributing', 'releasing', 'spec'],
  },
]
