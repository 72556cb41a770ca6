import type { modals } from '@mantine/modals'
import { createOnDemand } from '#web/components/layout/on-demand.tsx'

type ModalSettings = Parameters<typeof modals.open>[0]

const load = () => import('./modals-host.tsx')

/** The part of the app that renders the dialogs of `openModal`. The app renders it once. */
export const modalsPart = createOnDemand(() => load().then((m) => m.ModalsHost))

/** Opens a dialog and returns its id. The code of dialogs loads with the first dialog. */
export function openModal(settings: ModalSettings): string {
  const modalId = settings.modalId ?? crypto.randomUUID()
  modalsPart.request()
  whenReady((ready) => ready.open({ ...settings, modalId }))
  return modalId
}

export const closeModal = (id: string): void => whenReady((ready) => ready.close(id))

function whenReady(run: (ready: typeof modals) => void): void {
  void load()
    .then(({ modalsReady }) => modalsReady.promise)
    .then(run, () => {}) // `modalsPart` reports this failure
}
