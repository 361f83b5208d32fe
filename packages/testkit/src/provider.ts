export type {
  ProviderFailure,
  ProviderRequest,
  ProviderScript,
  ScriptedAnswer,
  ScriptedCall,
} from './provider/script.ts'
export { scriptedProvider, type ScriptedProvider } from './provider/scripted-provider.ts'
