import '#web/screens/send/send.css'
import { Alert, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { Frame } from '#web/screens/send/preview.tsx'
import type { Draft } from './draft.ts'

type Show = 'page' | 'choose' | 'mail'

/** What people would see, while one draws the campaign up. */
export function Preview({ draft }: { draft: Draft }) {
  const [show, setShow] = useState<Show>('page')
  const [settled] = useDebouncedValue(lookOf(draft), 500)
  const { data, error } = useQuery({
    queryKey: ['campaign-preview', settled],
    queryFn: () => api.post<{ subject: string; token: string }>('/campaigns/preview', settled),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  })
  const isDirect = draft.invitation_method === 'sender_provided_address'
  const isMailed = draft.invitation_method === 'email' || isDirect
  const now = (show === 'mail' && !isMailed) || (show === 'choose' && isDirect) ? 'page' : show
  return (
    <aside aria-label="Preview">
      <Stack gap="sm">
        <SegmentedControl
          size="xs"
          aria-label="Which preview"
          value={now}
          onChange={(value) => setShow(value as Show)}
          data={[
            { value: 'page', label: 'Page' },
            ...(isDirect ? [] : [{ value: 'choose', label: 'Choosing' }]),
            ...(isMailed ? [{ value: 'mail', label: 'Mail' }] : []),
          ]}
        />
        {error !== null && settled !== undefined && <Alert color="red">{error.message}</Alert>}
        <div className="phone">
          {data === undefined || settled === undefined ? (
            <div className="blank">
              <Text size="sm" c="dimmed">
                Offer something in a colour of your own, and you see here what people will see.
              </Text>
            </div>
          ) : (
            <Frame key={`${data.token} ${now}`} token={data.token} show={now} />
          )}
        </div>
        {data !== undefined && now === 'mail' && (
          <Text size="xs" c="dimmed">
            Subject: {data.subject}
          </Text>
        )}
      </Stack>
    </aside>
  )
}

/** Undefined while there is nothing to be shown. */
function lookOf(draft: Draft) {
  const { name: _, description: __, reminders: ___, ...look } = draft
  const isThere = look.variant_ids.length > 0 && /^#[0-9a-f]{6}$/i.test(look.theme.color)
  return isThere && Number(look.expires_after_days) >= 1 ? look : undefined
}
