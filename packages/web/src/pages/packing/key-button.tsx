import { Button, type ButtonProps, Kbd } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Action, altKey, isMac, keyOf } from './shortcuts.ts'

interface KeyButtonProps extends ButtonProps {
  action: Action
  title?: string
  onClick: () => void
  children: ReactNode
}

/** A button that shows its key. After a click, the focus is still in the scan field. */
export const KeyButton = ({ action, children, ...props }: KeyButtonProps) => (
  <Button
    size="md"
    data-action={action}
    onMouseDown={(event) => event.preventDefault()}
    aria-keyshortcuts={`Alt+${keyOf(action)}`}
    rightSection={
      <Kbd className="key" aria-hidden>
        {altKey}
        {isMac ? '' : ' '}
        {keyOf(action)}
      </Kbd>
    }
    {...props}
  >
    {children}
  </Button>
)
