import { extname } from 'node:path'
import { createHighlighter } from 'shiki'

const languages: Record<string, string> = {
  '.ts': 'ts',
  '.tsx': 'tsx',
  '.js': 'js',
  '.mjs': 'js',
  '.json': 'json',
  '.md': 'md',
  '.css': 'css',
}

/** Makes pages of the files of a checkout, with a place for each line, in the colours of the built site's style sheet. */
export async function sourcePages(style: string): Promise<(path: string, text: string) => string> {
  const themes = { light: 'github-light', dark: 'github-dark' }
  const highlighter = await createHighlighter({
    themes: Object.values(themes),
    langs: Object.values(languages),
  })
  return (path, text) => {
    let line = 0
    const code = highlighter.codeToHtml(text.replace(/\n$/, ''), {
      lang: languages[extname(path)] ?? 'text',
      themes,
      defaultColor: false,
      transformers: [{ line: (node) => void (node.properties['id'] = `L${++line}`) }],
    })
    return page(path, style, code)
  }
}

function page(path: string, style: string, code: string): string {
  const name = path.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} | Millrace</title>
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<link rel="stylesheet" href="${style}">
<script>
const chosen = localStorage.getItem('vitepress-theme-appearance') ?? 'auto'
const isDark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.classList.toggle('dark', isDark)
</script>
</head>
<body class="source">
<header><a href="/"><img src="/icon.svg" alt=""> Millrace</a> <h1>${name}</h1></header>
<main>${code}</main>
</body>
</html>
`
}
