import { lazyPart } from './lazy-part.tsx'

/** Parts whose code is fetched when they are first shown. */
export const ToolsPage = lazyPart(async () => (await import('../tools/tools-page.tsx')).ToolsPage)

export const CodePage = lazyPart(async () => (await import('../code/code-page.tsx')).CodePage)

export const ServersPage = lazyPart(async () => (await import('../servers/servers-page.tsx')).ServersPage)

export const RulesPage = lazyPart(async () => (await import('../rules/rules-page.tsx')).RulesPage)

export const Home = lazyPart(async () => (await import('./home.tsx')).Home)

export const DeskForms = lazyPart(async () => (await import('../forms/desk-forms.tsx')).DeskForms)
