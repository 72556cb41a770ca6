import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HTMLCanvasElementLuminanceSource,
  HybridBinarizer,
  MultiFormatReader,
} from '@zxing/library'
import type { BarcodeReader } from './barcode-reader.ts'

const formats = [
  BarcodeFormat.CODE_128,
  BarcodeFormat.QR_CODE,
  BarcodeFormat.EAN_13,
  BarcodeFormat.EAN_8,
  BarcodeFormat.UPC_A,
  BarcodeFormat.CODE_39,
  BarcodeFormat.ITF,
  BarcodeFormat.DATA_MATRIX,
]

/**
 * The maximum width of a picture in pixels. It is enough to read a label in the hand, and fast on old phones.
 */
const maxWidth = 960

/**
 * Creates a barcode reader for browsers without their own scanner: Firefox, Safari, and Chrome on Windows and
 * Linux.
 */
export function createZxingReader(): BarcodeReader {
  const reader = new MultiFormatReader()
  reader.setHints(
    new Map<DecodeHintType, unknown>([
      [DecodeHintType.POSSIBLE_FORMATS, formats],
      [DecodeHintType.TRY_HARDER, true],
    ]),
  )
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return {
    async read(video) {
      if (context === null || video.videoWidth === 0) return undefined
      const scale = Math.min(1, maxWidth / video.videoWidth)
      canvas.width = Math.round(video.videoWidth * scale)
      canvas.height = Math.round(video.videoHeight * scale)
      context.drawImage(video, 0, 0, canvas.width, canvas.height)
      const source = new HTMLCanvasElementLuminanceSource(canvas)
      try {
        return reader.decodeWithState(new BinaryBitmap(new HybridBinarizer(source))).getText()
      } catch {
        return undefined // this picture contains no code
      }
    },
  }
}
