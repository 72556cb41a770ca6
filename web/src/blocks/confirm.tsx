import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type ReactNode, useState } from 'react'
import { toastError } from './toast.tsx'

interface Question {
  title: string
  /** What it costs, in plain words. */
  children: ReactNode
  /** The verb on the button. */
  verb: string
  /** To be typed first, for what cannot be taken back. */
  word?: string
  /** Not red: it takes nothing away. */
  isSafe?: boolean
  run: () => Promise<unknown>
}

/** Asks before what cannot be undone. What can be is done at once, with `toastUndo`. */
export function confirm(question: Question): void {
  const id = modals.open({
    title: question.title,
    children: <Confirmation {...question} close={() => modals.close(id)} />,
  })
}

function Confirmation({
  children,
  verb,
  word,
  isSafe = false,
  run,
  close,
}: Question & { close: () => void }) {
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const mayRun = word === undefined || typed.trim() === word
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!mayRun || isBusy) return
        setBusy(true)
        run()
          .then(close, toastError)
          .finally(() => setBusy(false))
      }}
    >
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {word !== undefined && (
          <TextInput
            label={
              <>
                Type <b>{word}</b> to confirm
              </>
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Go back
          </Button>
          <Button
            type="submit"
            {...(!isSafe && { color: 'red.8' })}
            loading={isBusy}
            disabled={!mayRun}
          >
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
