// The figures above the chart, the labels on it, and drawings made by quick clicks.
import { expect, type Page } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { drawingsOf, openPosition, priceOf, ticketOf } from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

for (const width of [1_440, 1_024]) {
  test(
    `shows open, high, low and close of the candle under the pointer at ${width} px`,
    EXTENDED,
    async ({ page, context, halyard, trader }) => {
      await page.setViewportSize({ width, height: 900 });
      await haveSession(context, halyard.url, trader.token);
      await page.goto('/platform/BTCUSD');
      const chart = page.getByRole('application');
      const box = await chart.boundingBox();
      if (box === null) throw new Error('the chart is shown');
      await expect.poll(() => legendOf(page)).toMatch(/\d/);
      const seen = new Set<string>();
      for (const share of [0.2, 0.4, 0.6]) {
        await page.mouse.move(box.x + box.width * share, box.y + box.height / 3, { steps: 3 });
        await expect
          .poll(async () => seen.has(await legendOf(page)), { message: `candle at ${share}` })
          .toBe(false);
        const figures = await legendOf(page);
        // A past candle doesn't change.
        await page.waitForResponse(() => true, { timeout: 1_500 }).catch(() => undefined);
        expect(await legendOf(page)).toBe(figures);
        seen.add(figures);
      }
      await page.mouse.move(box.x + box.width / 2, box.y - 200, { steps: 3 });
      await expect.poll(async () => seen.has(await legendOf(page))).toBe(false);
    },
  );
}

test(
  'draws no line label over another at 1440 and 1024 px',
  EXTENDED,
  async ({ page, context, halyard, trader }) => {
    await recordTexts(page);
    await haveSession(context, halyard.url, trader.token);
    await page.goto('/platform/BTCUSD');
    for (const [side, amount] of [
      ['Buy', '100'],
      ['Buy', '200'],
      ['Buy', '300'],
      ['Sell', '150'],
      ['Sell', '250'],
    ] as const) {
      await openPosition(page, { side, amount, leverage: '2×' }, 'BTCUSD');
    }
    const ticket = ticketOf(page);
    await ticket.getByRole('radio', { name: /^Buy/ }).check({ force: true });
    await ticket.getByRole('button', { name: 'Stop loss and take profit' }).click();
    const price = await priceOf(page, 'Sell');
    await ticket
      .getByRole('textbox', { name: 'Stop loss', exact: true })
      .fill((price * 0.9999).toFixed(2));
    await ticket
      .getByRole('textbox', { name: 'Take profit', exact: true })
      .fill((price * 1.001).toFixed(2));
    for (const width of [1_440, 1_024]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(
          async () => (await textsOf(page)).filter(({ text }) => /^(Buy|Sell) €/.test(text)).length,
        )
        .toBe(5);
      await expect.poll(async () => overlapsOf(await textsOf(page))).toEqual([]);
    }
  },
);

test(
  'accepts the second point of a drawing however quickly it follows',
  EXTENDED,
  async ({ page, context, halyard, trader }) => {
    await haveSession(context, halyard.url, trader.token);
    await page.goto('/platform/BTCUSD');
    const chart = page.getByRole('region', { name: 'Chart', exact: true });
    await expect.poll(() => legendOf(page)).toMatch(/\d/);
    const box = await chart.getByRole('application').boundingBox();
    if (box === null) throw new Error('the chart is shown');
    const stored = async () => (await drawingsOf(page))['BTCUSD'] ?? [];
    for (const [count, name] of ['Trend line', 'Fibonacci'].entries()) {
      await chart.getByText('Draw', { exact: true }).click();
      await chart.getByRole('button', { name }).click();
      await page.mouse.click(box.x + 200, box.y + 60 + 40 * count);
      await page.mouse.click(box.x + 320, box.y + 90 + 40 * count);
      await expect.poll(async () => (await stored()).length).toBe(count + 1);
    }
    await page.reload();
    await expect.poll(() => legendOf(page)).toMatch(/\d/);
    expect(await stored()).toMatchObject([
      { tool: 'segment', points: [{}, {}] },
      { tool: 'fibonacciLine', points: [{}, {}] },
    ]);
  },
);

type DrawnText = { text: string; left: number; right: number; top: number; bottom: number };

/** Records the texts that each canvas of the chart draws, until it is cleared. */
async function recordTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const canvases = new Map<HTMLCanvasElement, DrawnText[]>();
    Reflect.set(globalThis, 'drawnTexts', canvases);
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function clear(...area) {
      canvases.set(this.canvas, []);
      clearRect.apply(this, area);
    };
    CanvasRenderingContext2D.prototype.fillText = function fill(text, x, y, ...rest) {
      const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = this.measureText(text);
      const left = this.textAlign === 'right' ? x - width : x;
      canvases.get(this.canvas)?.push({
        text,
        left,
        right: left + width,
        top: y - actualBoundingBoxAscent,
        bottom: y + actualBoundingBoxDescent,
      });
      fillText.call(this, text, x, y, ...rest);
    };
  });
}

/** The texts of the price lines: of entries, orders and levels. */
async function textsOf(page: Page): Promise<DrawnText[]> {
  const texts = await page.evaluate(() => {
    const canvases = Reflect.get(globalThis, 'drawnTexts') as Map<HTMLCanvasElement, DrawnText[]>;
    return [...canvases]
      .filter(([canvas]) => canvas.isConnected)
      .flatMap(([canvas, drawn]) => {
        const { x, y } = canvas.getBoundingClientRect();
        return drawn.map((one) => ({
          text: one.text,
          left: one.left + x,
          right: one.right + x,
          top: one.top + y,
          bottom: one.bottom + y,
        }));
      });
  });
  return texts.filter(({ text }) => /^(Buy|Sell) €|^Your order$|^SL$|^TP$/.test(text));
}

function overlapsOf(texts: readonly DrawnText[]): readonly string[] {
  return texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter((other) => one.left < other.right && other.left < one.right)
      .filter((other) => one.top < other.bottom && other.top < one.bottom)
      .map((other) => `${one.text} | ${other.text}`),
  );
}

async function legendOf(page: Page): Promise<string> {
  const term = page.getByRole('region', { name: 'Chart', exact: true }).locator('dl');
  return await term.innerText();
}
