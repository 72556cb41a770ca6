import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { connection, useConnection } from '#web/connection.ts'
import { t } from '#web/i18n/common.ts'
import { queryClient } from '#web/query-client.ts'

/**
 * A bar that reports a lost connection and the age of the data on the page. It loads everything again after
 * the connection is back.
 */
export function ConnectionBar() {
  const { isLost, lastContactMs } = useConnection()
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const stop = connection.onRestored(() => void queryClient.refetchQueries({ type: 'active' }))
    return () => void stop()
  }, [])
  useEffect(() => {
    if (!isLost) return
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [isLost])
  const minutes = Math.floor((nowMs - lastContactMs) / 60_000)
  return (
    <div role="status">
      {isLost && (
        <Text className="connection-bar" size="sm">
          <b>{t('No connection.')}</b>{' '}
          {minutes < 1
            ? t('Showing what was loaded less than a minute ago. Trying to reconnect.')
            : t('Showing what was loaded {count} minutes ago. Trying to reconnect.', {
                count: minutes,
              })}
        </Text>
      )}
    </div>
  )
}
