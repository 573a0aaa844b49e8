// What the page keeps in the browser, in one database per site: what readers changed, and
// the files that their cells wrote.

const name = "linclass " + new URL(".", location.href).pathname;
let database;

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of ["changes", "files"]) request.result.createObjectStore(store);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function act(store, mode, deed) {
  const db = await (database ??= open());
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(store, mode);
    const request = deed(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

export const get = (store, key) => act(store, "readonly", (s) => s.get(key));
export const put = (store, key, value) => act(store, "readwrite", (s) => s.put(value, key));
export const remove = (store, key) => act(store, "readwrite", (s) => s.delete(key));

// versions returns the versions of a page for which there are changes.
export async function versions(page) {
  const keys = await act("changes", "readonly", (s) => s.getAllKeys(IDBKeyRange.bound([page], [page, []])));
  return keys.map(([, version]) => version);
}
