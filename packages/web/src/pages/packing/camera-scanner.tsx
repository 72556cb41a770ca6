import { Button, Modal, Text } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

/** The browser's own scanner for barcodes. TypeScript does not know it yet. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type BarcodeDetectorClass = new (options: { formats: string[] }) => BarcodeDetector

const getDetectorClass = () =>
  (window as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector

const formats = ['code_128', 'qr_code', 'ean_13', 'ean_8', 'upc_a', 'code_39', 'itf', 'data_matrix']
const scanIntervalMs = 200
/** A code that stays in the picture counts once in this time. */
const repeatMs = 2_000

/** Scans with the camera. Renders nothing in browsers without a scanner for barcodes. */
export function CameraScanner({ onScan }: { onScan: (code: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  if (getDetectorClass() === undefined || navigator.mediaDevices === undefined) return null
  return (
    <>
      <Button
        size="lg"
        variant="default"
        aria-label="Scan with the camera"
        onClick={() => setOpen(true)}
      >
        <IconCamera size={22} aria-hidden />
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Scan with the camera" size="lg">
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
        setFailure('The camera is not available. Allow it in the settings of the browser.')
    })
    return () => stop.abort()
  }, [])
  if (failure !== undefined) return <Text role="alert">{failure}</Text>
  return (
    <video ref={video} className="camera" playsInline muted aria-label="Picture of the camera" />
  )
}

async function scanUntil(
  signal: AbortSignal,
  video: HTMLVideoElement,
  onScan: (code: string) => void,
): Promise<void> {
  const Detector = getDetectorClass()
  if (Detector === undefined) return
  const detector = new Detector({ formats })
  let last = { code: '', at: 0 }
  while (!signal.aborted) {
    const [found] = await detector.detect(video).catch(() => [])
    const now = performance.now()
    if (found !== undefined && (found.rawValue !== last.code || now - last.at > repeatMs))
      onScan(found.rawValue)
    if (found !== undefined) last = { code: found.rawValue, at: now }
    await new Promise((resolve) => setTimeout(resolve, scanIntervalMs))
  }
}
