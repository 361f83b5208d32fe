import { useContext } from 'preact/hooks'
import { SceneContext, type CardScene } from './scene.ts'

/** The scene in which a card stands. @throws Error where it stands in none, which is a mistake of the program. */
export function useScene(): CardScene {
  const scene = useContext(SceneContext)
  if (scene === undefined) throw new Error('a card is drawn outside of a SceneContext')
  return scene
}
