import { defineConfig } from 'vitepress'
import { deadLinks } from '../built-links.ts'
import { languages } from '../groups.ts'
import { markdown } from '../markdown.ts'
import { built } from '../places.ts'
import { search } from '../search.ts'
import { writeSources } from '../sources.ts'
import { linkedSources, stage } from '../stage.ts'
import { english, japanese } from '../texts.ts'

stage()
const sources = linkedSources()

export default defineConfig({
  title: 'Millrace',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: '.cache',
  rewrites: { 'en/:rest*': ':rest*' },
  metaChunk: true,
  // The search index of a language is one chunk, read when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' }]],
  markdown,
  locales: { root: english, ja: japanese },
  themeConfig: { logo: '/icon.svg', search, outline: [2, 3] },
  transformPageData: ({ relativePath, frontmatter }) =>
    languages.some(({ base }) => `/${relativePath}` === `${base}index.md`)
      ? { frontmatter: { ...frontmatter, pageClass: 'home', sidebar: false, aside: false } }
      : undefined,
  buildEnd: async () => {
    await writeSources(sources)
    const dead = deadLinks(built)
    if (dead.length > 0) throw new Error(dead.join('\n'))
  },
})
