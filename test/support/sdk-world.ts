import { Bestow, type BestowOptions } from '#sdk'
import { createWorld, type World, type WorldOptions } from '#test/api-world'

/** An instance that listens, and a client of it. */
export interface SdkWorld extends World {
  origin: string
  baseUrl: string
  bestow: Bestow
  /** Another client of the same account. */
  client(more?: Partial<BestowOptions>): Bestow
}

export async function createSdkWorld(options: WorldOptions = {}): Promise<SdkWorld> {
  const world = await createWorld(options)
  const origin = await world.listen()
  const baseUrl = `${origin}/api`
  const client = (more: Partial<BestowOptions> = {}) =>
    new Bestow({ baseUrl, token: world.token, ...more })
  return Object.assign(world, { origin, baseUrl, client, bestow: client() })
}
