import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.ConnectionSpec;
import okhttp3.OkHttpClient;
import okhttp3.OkUrlFactory;
import okhttp3.Protocol;
import okhttp3.internal.Version;

/**
 * Loads pictures as FCM's library on Android does: through java.net.URL, whose connections okhttp makes here as on a phone.
 *
 * <p>{@code java AndroidDownload.java AUTHORITY} takes a file of certificates that servers' have to be signed by, in PEM form. It
 * first prints which okhttp it is; then it reads an address from each line of standard input, in UTF-8, and prints a line for it,
 * with the columns set apart by a tab:
 *
 * <pre>
 *   picture  the format that it was decoded from
 *   bytes    how many came, in which there is no picture of a format that is known here
 *   failure  the exception
 * </pre>
 */
public final class AndroidDownload {
  /** ImageDownload.java, MAX_IMAGE_SIZE_BYTES. */
  private static final int MOST_BYTES = 1024 * 1024;

  /** DisplayNotification.java, IMAGE_DOWNLOAD_TIMEOUT_SECONDS: for everything, since the connection itself waits for ever. */
  private static final int MOST_SECONDS = 5;

  /** What both BitmapFactory and javax.imageio decode. */
  private static final Set<String> FORMATS = Set.of("jpeg", "png", "gif", "bmp");

  private static final ExecutorService DOWNLOADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work);
            // One that hangs must not keep the program.
            thread.setDaemon(true);
            return thread;
          });

  /** It warns of answers that ImageDownload leaves open where their status is an error. Kept, or the level would be forgotten. */
  private static final Logger WARNINGS = Logger.getLogger(OkHttpClient.class.getName());

  public static void main(String[] arguments) throws Exception {
    WARNINGS.setLevel(Level.OFF);
    URL.setURLStreamHandlerFactory(connections(arguments[0]));
    ImageIO.setUseCache(false);
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    output.println(Version.userAgent());
    boolean isFirst = true;
    for (String address; (address = input.readLine()) != null; isFirst = false) {
      // The first load also loads classes, which takes long where much else runs, and would count as the server's time.
      if (isFirst) result(address);
      output.println(result(address));
    }
  }

  /**
   * okhttp as Android sets it up for HttpURLConnection (AOSP external/okhttp, HttpHandler.createHttpOkUrlFactory and
   * HttpsHandler.createHttpsOkUrlFactory): HTTP/1.1 alone, no end of its own patience, no redirect from one scheme to another, and
   * no plain HTTP, as an app that says nothing of it has it.
   */
  @SuppressWarnings("deprecation")
  private static OkUrlFactory connections(String authority) throws GeneralSecurityException, IOException {
    X509TrustManager trust = trust(authority);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new X509TrustManager[] {trust}, null);
    return new OkUrlFactory(
        new OkHttpClient.Builder()
            .sslSocketFactory(context.getSocketFactory(), trust)
            .protocols(List.of(Protocol.HTTP_1_1))
            .connectionSpecs(List.of(ConnectionSpec.COMPATIBLE_TLS))
            .followSslRedirects(false)
            .connectTimeout(0, TimeUnit.MILLISECONDS)
            .readTimeout(0, TimeUnit.MILLISECONDS)
            .writeTimeout(0, TimeUnit.MILLISECONDS)
            // Whatever this machine's settings say: the servers are its own.
            .proxy(Proxy.NO_PROXY)
            .build());
  }

  private static X509TrustManager trust(String authority) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream file = new FileInputStream(authority)) {
      for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(file)) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
    }
    TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return (X509TrustManager) factory.getTrustManagers()[0];
  }

  /** The line of an address. */
  private static String result(String address) {
    Future<byte[]> download = DOWNLOADS.submit(() -> bytes(address));
    try {
      byte[] bytes = download.get(MOST_SECONDS, TimeUnit.SECONDS);
      String format = decodedFormat(bytes);
      return format == null ? "bytes\t" + bytes.length : "picture\t" + format;
    } catch (ExecutionException failure) {
      return "failure\t" + onOneLine(failure.getCause());
    } catch (TimeoutException | InterruptedException failure) {
      return "failure\t" + onOneLine(failure);
    }
  }

  /** What ImageDownload.blockingDownloadBytes gets: it looks at the announced length, and then at what the stream throws. */
  private static byte[] bytes(String address) throws IOException {
    URLConnection connection = new URL(address).openConnection();
    if (connection.getContentLength() > MOST_BYTES) throw new IOException("Content-Length is over " + MOST_BYTES);
    try (InputStream stream = connection.getInputStream()) {
      byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) throw new IOException("there are more than " + MOST_BYTES + " bytes");
      return bytes;
    }
  }

  /** The format that the bytes were decoded from, whatever they are called; null: none. */
  private static String decodedFormat(byte[] bytes) {
    try (ImageInputStream stream = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
      for (Iterator<ImageReader> readers = ImageIO.getImageReaders(stream); readers.hasNext(); ) {
        ImageReader reader = readers.next();
        String format = reader.getFormatName().toLowerCase(Locale.ROOT);
        if (!FORMATS.contains(format)) continue;
        reader.setInput(stream, true, true);
        reader.read(0);
        return format;
      }
    } catch (IOException | RuntimeException undecodable) {
      // Decoders throw either for bytes that they do not like.
    }
    return null;
  }

  private static String onOneLine(Throwable failure) {
    return failure.toString().replaceAll("\\s+", " ");
  }
}
