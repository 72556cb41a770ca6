import './preview.css'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#web/api.ts'

export type Show = 'mail' | 'page' | 'choose'

/** What the server makes of a look, once that has settled. Undefined while there is nothing to be shown. */
export function usePreview<Look>(path: string, look: Look | undefined) {
  const [settled] = useDebouncedValue(look, 500)
  const { data, error } = useQuery({
    queryKey: [path, settled],
    queryFn: () => api.post<{ subject: string; token: string }>(path, settled),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  })
  return { settled, error, shown: settled && data }
}

/** A telephone with what people would see, or with what is missing for it. */
export function Phone({
  token,
  show,
  missing,
}: {
  token: string | undefined
  show: Show
  missing: string
}) {
  return (
    <div className="phone">
      {token === undefined ? (
        <div className="blank">
          <Text size="sm" c="dimmed">
            {missing}
          </Text>
        </div>
      ) : (
        <Frame key={`${token} ${show}`} token={token} show={show} />
      )}
    </div>
  )
}

const names: Readonly<Record<Show, string>> = {
  mail: 'The mail',
  page: 'The page before it is unwrapped',
  choose: 'The page on which they choose',
}

/** What is shown may be long, so it is asked for as a form is sent; a new frame each time keeps the way back clean. */
function Frame({ token, show }: { token: string; show: Show }) {
  const form = useRef<HTMLFormElement>(null)
  const [name] = useState(() => `preview-${Math.random().toString(36).slice(2)}`)
  useEffect(() => form.current?.submit(), [])
  return (
    <>
      <form ref={form} method="post" action="/preview" target={name} hidden>
        <input type="hidden" name="of" value={token} />
        <input type="hidden" name="show" value={show} />
      </form>
      <iframe name={name} title={names[show]} sandbox="" />
    </>
  )
}
