import { Button, Modal, Text } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/packing.ts'
import { createBarcodeReader } from './barcode-reader.ts'

const scanIntervalMs = 200
/** The time in milliseconds in which a code that stays in the picture counts only once. */
const repeatMs = 2_000

/**
 * A scanner that uses the camera. It renders nothing if the device has no camera or the page uses plain HTTP.
 */
export function CameraScanner({ onScan }: { onScan: (code: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  if (navigator.mediaDevices === undefined) return null
  return (
    <>
      <Button
        size="lg"
        variant="default"
        aria-label={t('Scan with the camera')}
        onClick={() => setOpen(true)}
      >
        <IconCamera size={22} aria-hidden />
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('Scan with the camera')}
        size="lg"
      >
        {isOpen && <CameraView onScan={onScan} />}
      </Modal>
    </>
  )
}

function CameraView({ onScan }: { onScan: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const onScanRef = useRef(onScan)
  onScanRef.current = onScan
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    const start = async () => {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment' },
      })
      const close = () => {
        for (const track of stream.getTracks()) track.stop()
      }
      if (stop.signal.aborted || video.current === null) return close()
      stop.signal.addEventListener('abort', close)
      video.current.srcObject = stream
      await video.current.play()
      await scanUntil(stop.signal, video.current, (code) => onScanRef.current(code))
    }
    void start().catch(() => {
      if (!stop.signal.aborted)
        setFailure(t('The camera is not available. Allow it in the settings of the browser.'))
    })
    return () => stop.abort()
  }, [])
  if (failure !== undefined) return <Text role="alert">{failure}</Text>
  return (
    <video
      ref={video}
      className="camera"
      playsInline
      muted
      aria-label={t('Picture of the camera')}
    />
  )
}

async function scanUntil(
  signal: AbortSignal,
  video: HTMLVideoElement,
  onScan: (code: string) => void,
): Promise<void> {
  const reader = await createBarcodeReader()
  let last = { code: '', at: 0 }
  while (!signal.aborted) {
    const code = await reader.read(video)
    const now = performance.now()
    if (code !== undefined && (code !== last.code || now - last.at > repeatMs)) onScan(code)
    if (code !== undefined) last = { code, at: now }
    await new Promise((resolve) => setTimeout(resolve, scanIntervalMs))
  }
}
