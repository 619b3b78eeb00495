// Pictures that staff upload for pages: only plain ones are stored, and visitors get exactly these.
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jpeg } from '../documents/sample-files.ts';
import { signInStaff } from '../support/staff.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const PATH = '/api/backoffice/content-images';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

type Png = {
  readonly width?: number;
  readonly pixels?: Buffer;
  readonly extra?: readonly Buffer[];
  /** What follows the compressed pixels. */
  readonly rest?: string;
};

/** One line of grey pixels. */
function png({ width = 2, pixels = Buffer.alloc(3), extra = [], rest = '' }: Png = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(1, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', Buffer.concat([deflateSync(pixels), Buffer.from(rest)])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describeOnDatabase('pictures of the content', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startServer({ database });
    ({ token } = await signInStaff(server, 'author@staff.example', 'content'));
  });
  afterAll(() => server.stop());

  const upload = async (content: Buffer, by = token) => {
    const body = new FormData();
    body.append('file', new File([new Uint8Array(content)], 'picture.png', { type: 'image/png' }));
    const init = { method: 'POST', headers: { authorization: `Bearer ${by}` }, body };
    const response = await fetch(server.url + PATH, init);
    return (await response.json()) as { data: { path: string } | null; code?: string };
  };

  it.each([
    ['png', png(), 'image/png'],
    ['jpg', Buffer.from(jpeg()), 'image/jpeg'],
  ])('stores a %s once and serves its bytes to everybody', async (extension, content, type) => {
    const { data } = await upload(content);
    expect(data?.path).toMatch(new RegExp(`^/api/content/images/[0-9a-f]{32}\\.${extension}$`));
    expect(await upload(content)).toMatchObject({ data });
    const served = await fetch(server.url + String(data?.path));
    expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true);
    expect(served.headers.get('content-type')).toBe(type);
    expect(served.headers.get('cache-control')).toContain('immutable');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    const name = String(data?.path).split('/').at(-1);
    const events = await server.query(
      `select 1 from audit_events where action = 'content.image' and after->>'name' = $1`,
      [name],
    );
    expect(events).toHaveLength(1);
  });

  const broken = png();
  // A bit of the header's checksum.
  broken[32] = (broken[32] ?? 0) ^ 1;
  it.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PNG with something behind it', Buffer.concat([png(), Buffer.from('<script>')])],
    ['a PNG with a text', png({ extra: [chunk('tEXt', Buffer.from('a\u0000<script>'))] })],
    ['a PNG with a page behind its pixels', png({ rest: '<script>alert(1)</script>' })],
    [
      'a PNG with a page as its resolution',
      png({ extra: [chunk('pHYs', Buffer.from('<script>alert(1)'))] }),
    ],
    [
      'a PNG with two palettes',
      png({ extra: [chunk('PLTE', Buffer.alloc(3)), chunk('PLTE', Buffer.alloc(3))] }),
    ],
    ['a PNG with a broken checksum', broken],
    ['a PNG with fewer pixels than declared', png({ width: 3 })],
    ['a PNG that inflates to more than declared', png({ pixels: Buffer.alloc(1_000_000) })],
    ['a PNG that is too wide', png({ width: 9_000, pixels: Buffer.alloc(9_001) })],
    ['a JPEG with something behind it', Buffer.concat([Buffer.from(jpeg()), Buffer.from('PK')])],
  ])('rejects %s', async (_, content) => {
    expect(await upload(content)).toMatchObject({ code: 'file-not-supported' });
  });

  it('accepts uploads only from the role content, and no address but that of a picture', async () => {
    const finance = await signInStaff(server, 'finance@staff.example', 'finance');
    expect(await upload(png(), finance.token)).toMatchObject({ code: 'forbidden' });
    const tooLarge = Buffer.alloc(2 * 1024 * 1024 + 1);
    expect(await upload(tooLarge)).toMatchObject({ code: 'file-too-large' });
    for (const name of ['0'.repeat(32), `${'0'.repeat(32)}.png`, '..%2Fsecrets']) {
      expect((await fetch(`${server.url}/api/content/images/${name}`)).status).toBe(404);
    }
  });
});
