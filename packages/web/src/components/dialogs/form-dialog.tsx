import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Form, type FormProps } from '#web/components/forms/form.tsx'
import { closeModal, openModal } from './modals.ts'

interface DialogOptions {
  title: string
  size?: 'md' | 'lg'
}

/** Opens a dialog. The dialog closes when the user leaves the page. */
export function openDialog(
  { title, size = 'md' }: DialogOptions,
  render: (close: () => void) => ReactNode,
): void {
  const modalId = crypto.randomUUID()
  const close = () => closeModal(modalId)
  openModal({
    modalId,
    title,
    size,
    children: (
      <PageDialog key={modalId} close={close}>
        {render(close)}
      </PageDialog>
    ),
  })
}

function PageDialog({ close, children }: { close: () => void; children: ReactNode }) {
  const { pathname } = useLocation()
  const [openedAt] = useState(pathname)
  const isLeft = pathname !== openedAt
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once
  useEffect(() => {
    if (isLeft) close()
  }, [isLeft])
  return children
}

type FormDialogOptions<Values extends Record<string, unknown>, Result> = DialogOptions &
  Pick<FormProps<Values, Result>, 'initial' | 'onSubmit' | 'onDone' | 'submitLabel' | 'children'>

/** Opens a dialog with a form. The dialog closes before `onDone` runs. */
export const openForm = <Values extends Record<string, unknown>, Result>(
  options: FormDialogOptions<Values, Result>,
): void => {
  const { title, size = 'md', onDone, ...form } = options
  openDialog({ title, size }, (close) => (
    <Form
      {...form}
      onCancel={close}
      onDone={async (result, values) => {
        close()
        await closed()
        await onDone?.(result, values)
      }}
    />
  ))
}

/**
 * Waits until the dialog has closed. `onDone` can open another dialog, and that dialog gets the focus only if
 * the first one is no longer open.
 */
const closed = () => new Promise((resolve) => setTimeout(resolve))
