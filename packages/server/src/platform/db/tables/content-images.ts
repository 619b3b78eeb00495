// Generated from the database by `npm run table-types`. Change the migrations instead.

export type ContentImagesTables = {
  content_images: {
    name: string;
    bytes: Buffer;
    uploaded_at: Date;
    uploaded_by: string;
  };
};
