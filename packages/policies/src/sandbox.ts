export { sandboxBanner } from './sandbox/banner.ts'
export { sandbox } from './sandbox/plugin.ts'
export type { SandboxConfig, SandboxService } from './sandbox/contract.ts'
