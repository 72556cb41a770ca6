import { type ComponentType, type JSX, lazy, Suspense, useSyncExternalStore } from 'react'
import { connection } from '#web/connection.ts'

/**
 * A part of the app that the first page does not need, such as dialogs. The code of this part loads on the
 * first request.
 */
interface OnDemand {
  /** A component that renders nothing before the first request, and the part after it. */
  Component: () => JSX.Element | null
  /** Loads the code of the part without rendering it. The promise never rejects. */
  preload: () => Promise<unknown>
  request: () => void
}

/**
 * Creates a component from a dynamic import. If there is no connection, `Fallback` replaces the component, so
 * that the page stays usable.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = () => null,
) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (Part) => ({ default: Part }),
      () => ({ default: Fallback }),
    ),
  )

/**
 * Creates a part whose code loads on request. If the code cannot load, the part renders nothing, so that the
 * page stays usable without a connection.
 */
export function createOnDemand(load: () => Promise<ComponentType>): OnDemand {
  const listeners = new Set<() => void>()
  let isRequested = false
  let loading: Promise<{ default: ComponentType }> | undefined
  const preload = () => {
    loading ??= load().then((component) => ({ default: component }), onLoadError)
    return loading
  }
  const Lazy = lazy(preload)
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    preload,
    request() {
      isRequested = true
      for (const listener of listeners) listener()
    },
    Component() {
      const isShown = useSyncExternalStore(subscribe, () => isRequested)
      return isShown ? (
        <Suspense fallback={null}>
          <Lazy />
        </Suspense>
      ) : null
    },
  }
}

function onLoadError(): { default: ComponentType } {
  if (!navigator.onLine) connection.reportLost()
  return { default: () => null }
}
