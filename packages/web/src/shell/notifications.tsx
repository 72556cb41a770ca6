import { lazy, Suspense, useState } from 'react'
import { NotificationsBell } from './notifications-bell.tsx'
import { useNotifications } from './use-notifications.ts'

/** Loads the code of the opened menu. */
export const preloadNotifications = () => import('./opened-notifications.tsx')

const OpenedNotifications = lazy(() =>
  preloadNotifications().then(
    ({ OpenedNotifications }) => ({ default: OpenedNotifications }),
    () => ({ default: () => <NotificationsBell newCount={0} /> }), // no connection: the page stays usable
  ),
)

/** The bell: open problems, sends to approve, and long actions that have ended. */
export function Notifications() {
  const [isUsed, setUsed] = useState(false)
  const { newCount } = useNotifications()
  const bell = <NotificationsBell newCount={newCount} onClick={() => setUsed(true)} />
  return isUsed ? (
    <Suspense fallback={bell}>
      <OpenedNotifications />
    </Suspense>
  ) : (
    bell
  )
}
