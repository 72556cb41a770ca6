import { createElement, type FunctionComponent, use } from 'react'
import { connection } from './connection.ts'

/** Pauses before the second and the third attempt to load a script. */
const retryDelaysMs = [300, 1_200]

/** A script of the app could not be loaded: no connection, or a newer version has replaced it. */
export class LoadError extends Error {}

/** A component whose code is loaded when it is needed. `preload` loads it before, and rejects when that fails. */
export interface LazyScreen extends FunctionComponent {
  preload: () => Promise<void>
}

/** Makes a component of one that is imported. A failed import is retried, and is not remembered. */
export function lazyScreen(load: () => Promise<FunctionComponent>): LazyScreen {
  let loaded: FunctionComponent | undefined
  let loading: Promise<void> | undefined
  const preload = () => {
    loading ??= importWithRetry(load).then(
      (component) => {
        loaded = component
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const render = () => {
    if (loaded === undefined) use(preload())
    return loaded === undefined ? null : createElement(loaded)
  }
  return Object.assign(render, { preload })
}

async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (const delayMs of [...retryDelaysMs, undefined])
    try {
      return await load()
    } catch (error) {
      if (delayMs === undefined) {
        if (!navigator.onLine) connection.reportLost()
        throw new LoadError('A script of the app could not be loaded.', { cause: error })
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  throw new Error('the last attempt returns or throws')
}
