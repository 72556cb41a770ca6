import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError, addressOf } from '#web/api.ts'
import { Copy } from '#web/blocks/copy.tsx'
import { Panel } from '#web/blocks/page.tsx'
import { ErrorState } from '#web/blocks/states.tsx'
import type { Gift } from './detail.ts'

/** What programs get: the very bytes, and the call that fetches them. */
export function Raw({ gift }: { gift: Gift }) {
  const [text, setText] = useState<string>()
  const [error, setError] = useState<Error>()
  const curl = `curl ${window.location.origin}/api/gift_requests/${gift.id} \\
  -H "Authorization: Bearer $BESTOW_TOKEN" \\
  -H "Service-API-Version: 2026-05"`
  const load = async () => {
    const answer = await fetch(addressOf(`/gift-requests/${gift.id}/json`))
    const bytes = await answer.text()
    if (answer.ok) setText(bytes)
    else setError(new ApiError(answer.status, JSON.parse(bytes).errors, answer.headers))
  }
  return (
    <Panel
      title="For programs"
      about="This gift request as the API gives it, byte for byte."
      action={
        <Group gap="xs">
          <Group gap={2}>
            <Text size="sm" c="dimmed">
              curl
            </Text>
            <Copy value={curl} label="Copy as curl" />
          </Group>
          {text === undefined ? (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void load().catch((failed: Error) => setError(failed))}
            >
              Show the JSON
            </Button>
          ) : (
            <Group gap={2}>
              <Text size="sm" c="dimmed">
                JSON
              </Text>
              <Copy value={text} label="Copy the JSON" />
            </Group>
          )}
        </Group>
      }
    >
      {error !== undefined && <ErrorState error={error} />}
      {text !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <pre className="raw mono" tabIndex={0}>
          {text}
        </pre>
      )}
    </Panel>
  )
}
